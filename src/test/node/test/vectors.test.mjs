// Every frozen vector, derived by an implementation that shares nothing with the Java one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Refused, canonical, derive } from '../lib/key-format.mjs';

function vectors(file) {
  return JSON.parse(readFileSync(new URL(`../../resources/vectors/${file}`, import.meta.url), 'utf8')).vectors;
}

function answer(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Refused) {
      return `rejected: ${error.code}`;
    }
    throw error;
  }
}

const canonicals = vectors('canonical-v1.json');
for (const vector of canonicals) {
  test(`canonical: ${vector.name}`, () => {
    const expected = vector.rejected === undefined ? vector.canonical : `rejected: ${vector.rejected}`;
    assert.equal(answer(() => canonical(vector.arguments, vector.policy)), expected);
  });
}

const keys = vectors('keys-v1.json');
for (const vector of keys) {
  test(`key: ${vector.name}`, () => {
    const expected = vector.rejected === undefined ? vector.derived : `rejected: ${vector.rejected}`;
    assert.deepEqual(answer(() => derive(vector.intent, vector.policy)), expected);
  });
}

test('there are vectors of both kinds', () => {
  assert.ok(canonicals.length > 150 && keys.length > 30, `${canonicals.length} and ${keys.length}`);
});
