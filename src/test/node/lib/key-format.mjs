// The key format, version 1, implemented from key-format.md alone and with Node's standard library alone.

import { createHash } from 'node:crypto';
import { JsonError, JsonNumber, parseObject } from './json.mjs';

const MAX_BYTES = 262144;
const MAX_DIGITS = 400;
const MAX_EXPONENT = 400n;
const MAX_INSTANT = 64;
const NO_ARGUMENTS = new Set(['', 'null', '""', '"{}"']);
const NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const INSTANT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)$/;

/** Why an intent has no key. */
export class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** {kind, key, fingerprint, identity} of an intent under a tool's policy. */
export function derive(intent, policy = {}) {
  const session = intent.session || null;
  const intentId = intent.intentId || null;
  const toolCallId = intent.toolCallId || null;
  const choice = policy.key ?? 'auto';
  const kind = choice !== 'auto' ? choice : intentId !== null ? 'intent' : 'fingerprint';
  if (kind === 'intent' && intentId === null) {
    throw new Refused('MISSING_INTENT_ID');
  }
  if (kind === 'tool_call' && toolCallId === null) {
    throw new Refused('MISSING_TOOL_CALL_ID');
  }
  for (const text of [intent.tenant, session, intent.action, intentId, toolCallId]) {
    if (text !== null && /\p{Surrogate}/u.test(text)) {
      throw new Refused('INVALID_TEXT');
    }
  }
  const value = parse(NO_ARGUMENTS.has(stripped(intent.arguments)) ? '{}' : intent.arguments);
  const paths = pathsOf(policy);
  const cut = paths.identity.length === 0 ? value : cutTo(value, [], paths.identity);
  if (cut === undefined || !paths.required.every((path) => holds(value, path))) {
    throw new Refused('MISSING_IDENTITY');
  }
  const identity = write(cut, [], paths);
  const parts = {
    intent: () => ['intent', intent.tenant, intent.action, intentId],
    tool_call: () => [
      'tool_call', intent.tenant, session, intent.action, toolCallId, write(value, [], paths),
    ],
    fingerprint: () => ['fingerprint', intent.tenant, session, intent.action, identity],
  };
  return {
    kind,
    key: 'v1.' + hash(parts[kind]()),
    fingerprint: hash(['identity', intent.tenant, intent.action, identity]),
    identity,
  };
}

/** Without the white space of JSON around it. */
function stripped(text) {
  return text.replace(/^[ \t\n\r]+/, '').replace(/[ \t\n\r]+$/, '');
}

/** The canonical text of arguments. */
export function canonical(text, policy = {}) {
  return write(parse(text), [], pathsOf(policy));
}

function parse(text) {
  if (Buffer.byteLength(text, 'utf8') > MAX_BYTES) {
    throw new Refused('ARGUMENTS_TOO_LARGE');
  }
  try {
    const object = parseObject(text);
    checkNumbers(object);
    return withoutNulls(object);
  } catch (error) {
    throw error instanceof JsonError ? new Refused('INVALID_ARGUMENTS') : error;
  }
}

/** Bounds hold for every number, also for one that no identity field keeps. */
function checkNumbers(value) {
  if (value instanceof JsonNumber) {
    writeNumber(value.text);
  } else if (Array.isArray(value)) {
    value.forEach(checkNumbers);
  } else if (value instanceof Map) {
    value.forEach((member) => checkNumbers(member));
  }
}

function withoutNulls(value) {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (!(value instanceof Map)) {
    return value;
  }
  const members = new Map();
  for (const [name, member] of value) {
    if (member !== null) {
      members.set(name, withoutNulls(member));
    }
  }
  return members;
}

function pathsOf(policy) {
  const lists = {};
  for (const name of ['identity', 'sets', 'instants', 'numbers']) {
    lists[name] = (policy[name] ?? []).map(pathOf);
  }
  const optional = policy.identity_optional ?? [];
  lists.required = (policy.identity ?? []).filter((path) => !optional.includes(path)).map(pathOf);
  return lists;
}

function pathOf(text) {
  return text.normalize('NFC').split('.');
}

/** Whether a value leads to a field; an array does if any of its elements does. */
function holds(value, path) {
  if (path.length === 0) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.some((element) => holds(element, path));
  }
  return value instanceof Map && value.has(path[0]) && holds(value.get(path[0]), path.slice(1));
}

function startsWith(path, start) {
  return start.length <= path.length && start.every((name, i) => path[i] === name);
}

function isOneOf(path, paths) {
  return paths.some((other) => other.length === path.length && startsWith(other, path));
}

/** Section 3; undefined stands for nothing. */
function cutTo(value, path, identity) {
  if (isOneOf(path, identity)) {
    return value;
  }
  if (!identity.some((other) => startsWith(other, path))) {
    return undefined;
  }
  if (value instanceof Map) {
    const members = new Map();
    for (const [name, member] of value) {
      const kept = cutTo(member, [...path, name], identity);
      if (kept !== undefined) {
        members.set(name, kept);
      }
    }
    return members.size === 0 ? undefined : members;
  }
  if (Array.isArray(value)) {
    const kept = value.map((element) => cutTo(element, path, identity));
    return kept.every((element) => element === undefined) ? undefined : kept.map((e) => e ?? null);
  }
  return undefined;
}

/** Section 2. JavaScript compares strings by UTF-16 code units, as the format does. */
function write(value, path, paths) {
  if (value instanceof Map) {
    const names = [...value.keys()].sort(byUnits);
    return `{${names.map((name) => `${quote(name)}:${write(value.get(name), [...path, name], paths)}`).join(',')}}`;
  }
  if (Array.isArray(value)) {
    const texts = value.map((element) => write(element, path, paths));
    return `[${(isOneOf(path, paths.sets) ? texts.sort(byUnits) : texts).join(',')}]`;
  }
  if (value instanceof JsonNumber) {
    return writeNumber(value.text);
  }
  if (typeof value !== 'string') {
    return String(value);
  }
  if (isOneOf(path, paths.numbers) && NUMBER.test(value)) {
    return writeNumber(value);
  }
  return quote(isOneOf(path, paths.instants) ? instant(value) : value);
}

function byUnits(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

function quote(text) {
  const short = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `"${text.replace(/["\\\u0000-\u001f]/g, (c) => short[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

function writeNumber(text) {
  const [, sign, whole, fraction = '', written = '0'] = NUMBER.exec(text);
  const digits = whole + fraction;
  let exponent = BigInt(written.replace('+', ''));
  if (digits.length > MAX_DIGITS || isBeyond(exponent)) {
    throw new Refused('INVALID_ARGUMENTS');
  }
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '');
  if (significant === '') {
    return '0';
  }
  const trailing = digits.length - digits.replace(/0+$/, '').length;
  exponent = exponent - BigInt(fraction.length) + BigInt(trailing);
  if (isBeyond(exponent)) {
    throw new Refused('INVALID_ARGUMENTS');
  }
  return sign + significant + (exponent === 0n ? '' : `e${exponent}`);
}

function isBeyond(exponent) {
  return exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT;
}

function instant(text) {
  const form = text.length <= MAX_INSTANT ? INSTANT.exec(text) : null;
  if (form === null) {
    return text;
  }
  const [year, month, day, hour, minute] = form.slice(1, 6).map(Number);
  const second = Number(form[6] ?? 0);
  const [east, eastMinutes] = [Number(form[9] ?? 0), Number(form[10] ?? 0)];
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second);
  const exists =
    year >= 1 && local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day && hour <= 23 && minute <= 59 && second <= 59 &&
    east <= 23 && eastMinutes <= 59;
  if (!exists) {
    return text;
  }
  const offset = (east * 60 + eastMinutes) * (form[8] === '-' ? -1 : 1);
  const utc = new Date(local.getTime() - offset * 60_000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) {
    return text;
  }
  const fraction = (form[7] ?? '').replace(/0+$/, '');
  return `${utc.toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

function hash(parts) {
  const sha = createHash('sha256');
  for (const part of parts) {
    const bytes = part === null ? Buffer.alloc(0) : Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part === null ? 0xffffffff : bytes.length);
    sha.update(length).update(bytes);
  }
  return sha.digest('base64url');
}
