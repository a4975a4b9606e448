// Strict JSON (RFC 8259) as key-format.md wants it: exact digits, no duplicate names, no lone surrogates, bounds.
// Strings and names come out in NFC, objects as Maps; a number stays the text that was sent.

const MAX_DEPTH = 64;
const MAX_MARKS = /\p{M}{65}/u;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]+/y;
const WHITE_SPACE = /[ \t\r\n]*/y;
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const LONE_SURROGATE = /\p{Surrogate}/u;

export class JsonError extends Error {}

/** A number as it was sent. */
export class JsonNumber {
  constructor(text) {
    this.text = text;
  }
}

export function parseObject(text) {
  const parser = new Parser(text);
  parser.skip();
  if (text[parser.at] !== '{') {
    parser.fail('an object is expected');
  }
  const object = parser.object(1);
  parser.skip();
  if (parser.at < text.length) {
    parser.fail('text follows the object');
  }
  return object;
}

class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(problem) {
    throw new JsonError(`${problem} at ${this.at}`);
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) {
      this.at = pattern.lastIndex;
    }
    return found === null ? null : found[0];
  }

  skip() {
    this.match(WHITE_SPACE);
  }

  take(character) {
    this.skip();
    if (this.text[this.at] !== character) {
      return false;
    }
    this.at++;
    return true;
  }

  expect(character) {
    if (!this.take(character)) {
      this.fail(`${character} is expected`);
    }
  }

  value(depth) {
    this.skip();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.array(depth + 1);
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  scalar() {
    for (const [word, value] of [['true', true], ['false', false], ['null', null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const number = this.match(NUMBER);
    if (number === null) {
      this.fail('a value is expected');
    }
    return new JsonNumber(number);
  }

  /** A Map, because a plain object has names of its own. */
  object(depth) {
    this.enter(depth);
    const members = new Map();
    if (this.take('}')) {
      return members;
    }
    do {
      this.skip();
      if (this.text[this.at] !== '"') {
        this.fail('a name is expected');
      }
      const name = this.string();
      this.expect(':');
      const value = this.value(depth);
      if (members.has(name)) {
        this.fail('a name occurs twice');
      }
      members.set(name, value);
    } while (this.take(','));
    this.expect('}');
    return members;
  }

  array(depth) {
    this.enter(depth);
    const elements = [];
    if (this.take(']')) {
      return elements;
    }
    do {
      elements.push(this.value(depth));
    } while (this.take(','));
    this.expect(']');
    return elements;
  }

  enter(depth) {
    if (depth > MAX_DEPTH) {
      this.fail('nesting is too deep');
    }
    this.at++;
  }

  string() {
    this.at++;
    let text = '';
    for (;;) {
      const piece = this.match(PLAIN);
      if (piece !== null) {
        text += this.whole(piece);
      } else if (this.text[this.at] === '"') {
        this.at++;
        break;
      } else if (this.text[this.at] === '\\') {
        text += this.escape();
      } else {
        this.fail('a string does not end, or has a control character');
      }
    }
    if (MAX_MARKS.test(text)) {
      this.fail('too many combining marks in a row');
    }
    return text.normalize('NFC');
  }

  escape() {
    const escaped = ESCAPES[this.text[this.at + 1]];
    if (escaped !== undefined) {
      this.at += 2;
      return escaped;
    }
    const units = this.match(/(?:\\u[0-9a-fA-F]{4})+/y);
    if (units === null) {
      this.fail('an escape is malformed');
    }
    return this.whole(units.replace(/\\u(....)/g, (all, hex) => String.fromCharCode(parseInt(hex, 16))));
  }

  /** A pair is two escapes or two raw code units, so each run of one kind must be whole by itself. */
  whole(piece) {
    if (LONE_SURROGATE.test(piece)) {
      this.fail('a lone surrogate');
    }
    return piece;
  }
}
