import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inProject } from './paths.mjs';

/**
 * Mends the PostgreSQL driver where it is installed: the known defects around a connection that closes, which every
 * release so far has (docs/decisions/0048-mended-driver.md). npm runs this after each install; run again it changes nothing.
 */
const edits = [
  {
    // A connection that closed and was opened again for others must not hear the rest of a lost transaction.
    file: 'index.js',
    before: `        new Promise((_, reject) => connection.onclose = reject)
`,
    after: `        new Promise((_, reject) => connection.onclose = error => { lost = error; reject(error) })
`,
  },
  {
    file: 'index.js',
    before: `    let savepoints = 0
      , connection
`,
    after: `    let savepoints = 0
      , lost = null
      , connection
`,
  },
  {
    file: 'index.js',
    before: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
`,
    after: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full
`,
  },
  {
    // The end of the last connection ('terminating connection') is not the answer to the first statement of the next.
    file: 'connection.js',
    before: `    terminated = false
    backendParameters = {}
`,
    after: `    terminated = false
    query = results = errorResponse = null
    backendParameters = {}
`,
  },
  {
    // A refused statement is no reason to keep its closed connection aside as one that has all it can carry.
    file: 'connection.js',
    before: `      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))

    if (stream)
`,
    after: `      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options)), true

    if (stream)
`,
  },
  {
    // Without a socket a statement is refused instead of written, which threw where nobody could catch it. What waited
    // to be written belongs to the old socket, and its timer, once stopped, must not look as if it still ran.
    file: 'connection.js',
    before: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
    after: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    terminated = true
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
  },
];

/**
 * @throws {Error} when the installed driver is another version than the one these edits were made for.
 */
export function patchDriver(folder = inProject('node_modules', 'postgres', 'src')) {
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const path = `${folder}/${file}`;
    const installed = readFileSync(path, 'utf8');
    const mended = edits.filter((edit) => edit.file === file).reduce(applyEdit, installed);
    if (mended === installed) continue;
    // A new file takes the place of the old one, which may be linked to from elsewhere.
    writeFileSync(`${path}.mended`, mended, { mode: statSync(path).mode });
    renameSync(`${path}.mended`, path);
  }
}

function applyEdit(text, { file, before, after }) {
  if (text.includes(after)) return text;
  const parts = text.split(before);
  if (parts.length !== 2) {
    throw new Error(`postgres/src/${file} is not the one that scripts/run/patch-driver.mjs mends.`);
  }
  return parts.join(after);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) patchDriver();
