/** Checks the arguments of each function, so that every mistake is a `TypeError` with a sentence. */

import initialize, * as carom from './carom.js';

const SEARCH = { maxPositions: 'count', maxMemory: 'count', timeLimit: 'count', onProgress: 'function' };
const LOOK = { ...SEARCH, search: 'boolean' };
const FILE = { ...SEARCH, name: 'string', from: 'string' };

/** The members of each operation of `edit`. */
const OPERATIONS = ['move to', 'wall', 'put at', 'clear', 'hand', 'fix', 'transform', 'resize grows'];

let isReady = false;

/** Loads the module. Must be called once before the other functions, except in Node. */
export default async function init(...from) {
  const loaded = await initialize(...from);
  isReady = true;
  return loaded;
}

export function initSync(...from) {
  const loaded = carom.initSync(...from);
  isReady = true;
  return loaded;
}

/** Describes a wrong value. */
function kind(value) {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'number':
      return `the number ${value}`;
    case 'object':
      if (value === null || Array.isArray(value)) {
        return value === null ? 'null' : 'an array';
      }
      return `an object of the class ${value.constructor?.name ?? 'none'}`;
    default:
      return `a ${typeof value}`;
  }
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an argument must be: a test, and a noun. */
const TYPES = {
  string: [(value) => typeof value === 'string', 'a string'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  count: [isCount, 'a whole number from 0'],
  function: [(value) => typeof value === 'function', 'a function'],
  bytes: [(value) => value instanceof Uint8Array, 'a Uint8Array'],
  position: [(value) => isPlain(value) && isCount(value.line) && isCount(value.character), 'a position, { line, character }'],
  moves: [(value) => Array.isArray(value) && value.every((move) => typeof move === 'string'), 'an array of strings'],
  of: [(value) => value === undefined || value === 'solver' || value === 'file', "'solver' or 'file'"],
  piece: [(value) => value === undefined || value === null || typeof value === 'string', 'the id of a piece'],
  operation: [(value) => isPlain(value) && OPERATIONS.some((all) => all.split(' ').every((name) => name in value)), `an operation with one of these sets of members: ${OPERATIONS.map((all) => `{ ${all.replace(' ', ', ')} }`).join(', ')}`],
};

function check(name, noun, type, value) {
  const [accepts, expected] = TYPES[type];
  if (!accepts(value)) {
    throw new TypeError(`${name}: ${noun} must be ${expected}, but is ${kind(value)}.`);
  }
}

/** Checks the members of options. `required` are those that may not be missing. */
function checkOptions(name, noun, known, required, options) {
  if (options === undefined || options === null) {
    options = {};
  }
  if (!isPlain(options)) {
    throw new TypeError(`${name}: ${noun} must be an object, but is ${kind(options)}.`);
  }
  for (const [option, value] of Object.entries(options)) {
    if (!(option in known)) {
      const all = Object.keys(known).join(', ');
      throw new TypeError(`${name}: there is no option ${JSON.stringify(option)}. The options are ${all}.`);
    }
    if (value !== undefined) {
      check(name, `the option ${option}`, known[option], value);
    }
  }
  for (const option of required) {
    check(name, `the option ${option}`, known[option], options[option]);
  }
}

/** Wraps a function with these parameters: types by name, or the members of options. */
function checked(name, parameters) {
  return (...values) => {
    if (!isReady) {
      throw new TypeError(`${name}: call \`await init()\` first.`);
    }
    for (const [index, [noun, type, required = []]] of parameters.entries()) {
      if (typeof type === 'string') {
        check(name, noun, type, values[index]);
      } else {
        checkOptions(name, noun, type, required, values[index]);
      }
    }
    try {
      return carom[name](...values);
    } catch (error) {
      // An error of the module itself is no mistake of the caller. Its instance is of no more use.
      if (error instanceof WebAssembly.RuntimeError) {
        const sentence = carom.failure() ?? error.message;
        carom.renew();
        throw new Error(`${name}: ${sentence}`, { cause: error });
      }
      throw new TypeError(`${name}: ${error.message}.`);
    }
  };
}

const TEXT = ['the text', 'string'];
const AT = ['the position', 'position'];
const OPTIONS = ['the options', LOOK];
const PROGRAM = { script: 'string', core: 'bytes', style: 'string', loader: 'string' };

const isObject = (value) => isPlain(value) && value.constructor?.name === 'Object';

/** Lets a function also take puzzles as objects of the format `json`. */
function withObjects(call) {
  return (puzzles, options) => {
    const isObjects = isObject(puzzles) || (Array.isArray(puzzles) && puzzles.every(isObject));
    return isObjects ? call(JSON.stringify(puzzles), { ...options, from: 'json' }) : call(puzzles, options);
  };
}

const checkText = withObjects(checked('check', [TEXT, ['the options', { ...FILE, search: 'boolean', hints: 'boolean' }]]));
export { checkText as check };
export const solve = withObjects(checked('solve', [TEXT, ['the options', { ...FILE, all: 'boolean' }]]));
export const format = checked('format', [TEXT]);
export const tokens = checked('tokens', [TEXT]);
export const hover = checked('hover', [TEXT, AT, OPTIONS]);
export const complete = checked('complete', [TEXT, AT, ['the options', { ...LOOK, explicit: 'boolean' }]]);
export const board = checked('board', [TEXT, AT, OPTIONS]);
export const solution = checked('solution', [TEXT, AT, ['the third argument', 'of'], OPTIONS]);
export const play = checked('play', [TEXT, AT, ['the moves', 'moves'], OPTIONS]);
export const map = checked('map', [TEXT, AT, ['the piece', 'piece'], OPTIONS]);
export const edit = checked('edit', [TEXT, AT, ['the operation', 'operation'], OPTIONS]);
export const insertMoves = checked('insertMoves', [TEXT, AT, ['the moves', 'moves']]);
const convertText = withObjects(checked('convert', [TEXT, ['the options', { from: 'string', to: 'string', name: 'string' }, ['to']]]));
export function convert(puzzles, options) {
  const converted = convertText(puzzles, options);
  if (options.to === 'json') {
    for (const puzzle of converted.puzzles) {
      puzzle.object = JSON.parse(puzzle.text);
    }
  }
  return converted;
}
export const page = checked('page', [TEXT, ['the program', PROGRAM, Object.keys(PROGRAM)], ['the options', { ...FILE, title: 'string', image: 'string' }]]);
export const recognize = checked('recognize', [TEXT]);
export const formats = checked('formats', []);
export const version = checked('version', []);
export const clearCache = checked('clearCache', []);
