import { parseAst } from 'vite';

const SERVER_FIELDS = new Set(['body', 'query', 'data', 'summary', 'message', 'personIdsIn']);
const CALL_MAKERS = new Set(['defineCall', 'defineExport']);

/**
 * Drops schemas and summaries of calls from browser bundles and marks contract constants as pure, so that unused ones
 * are removed. Without it /dashboard loads 146 KB of scripts (limit 110) and /signin 88 KB (limit 75).
 * @returns {import('vite').Plugin}
 */
export function stripContract() {
  return {
    name: 'strip-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const isContract = /\/api\/contract\/[\w-]+\.ts$/.test(id.split('?')[0] ?? '');
      if (!isContract || this.environment.name !== 'client') return null;
      return { code: stripSchemas(code), map: null };
    },
  };
}

/** @param {string} code JavaScript without types. */
export function stripSchemas(code) {
  const edits = [];
  for (const statement of parseAst(code).body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression' && !holdsCalls(init)) continue;
      edits.push({ at: init.start, until: init.start, text: '/*#__PURE__*/ (() => (' });
      edits.push({ at: init.end, until: init.end, text: '))()' });
      if (init.callee?.type === 'Identifier' && CALL_MAKERS.has(init.callee.name)) {
        edits.push(...dropServerFields(init.arguments[1], code));
      }
    }
  }
  return applyEdits(code, edits);
}

/** True for fields shared by several schemas: `const settings = { name: requiredText(…) }`. */
function holdsCalls(init) {
  return (
    init?.type === 'ObjectExpression' &&
    init.properties.some(
      (property) => property.type === 'Property' && property.value.type === 'CallExpression',
    )
  );
}

function dropServerFields(argument, code) {
  if (argument?.type !== 'ObjectExpression') return [];
  const kept = argument.properties.filter(
    (property) => property.type !== 'Property' || !SERVER_FIELDS.has(property.key.name),
  );
  const text = `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
  return [{ at: argument.start, until: argument.end, text }];
}

function applyEdits(code, edits) {
  let result = '';
  let position = 0;
  for (const { at, until, text } of edits.toSorted(
    (one, other) => one.at - other.at || one.until - other.until,
  )) {
    result += code.slice(position, at) + text;
    position = until;
  }
  return result + code.slice(position);
}
