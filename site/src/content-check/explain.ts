import type { z } from 'astro/zod';
import type { JsonSchema } from './content-files.ts';

/** A fault in one field, in words for the person who wrote the file. */
export interface Fault {
  /** Such as 'images[2].alt'; empty for the file as a whole. */
  field: string;
  problem: string;
}

type Path = readonly PropertyKey[];

const TYPE_TEXTS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
};

/** The faults a schema found, each with what was expected; `schema` lends the sentences that describe the fields. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], schema: JsonSchema): Fault[] {
  return issues.flatMap((issue) => explainIssue(issue, [], schema));
}

function explainIssue(issue: z.core.$ZodIssue, parent: Path, schema: JsonSchema): Fault[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(findPart(schema, path)?.properties ?? {}).join(', ');
    return issue.keys.map((key) => ({
      field: toField([...path, key]),
      problem: `is not a field; there are ${known}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    // The alternative that got further than the kind of the value is the one that was meant.
    const meant = issue.errors.find((faults) =>
      faults.every((fault) => fault.path.length > 0 || fault.code === 'custom'),
    );
    if (meant) return meant.flatMap((fault) => explainIssue(fault, path, schema));
  }
  const description = findPart(schema, path)?.description;
  return [{ field: toField(path), problem: describe(issue) + (description ? ` (${description})` : '') }];
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  const isTheirs = issue.message.startsWith('Invalid input') || issue.message.startsWith('Too ');
  if (!isTheirs) return issue.message;
  if (issue.code === 'invalid_type') {
    return `must be ${TYPE_TEXTS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_small') return `must have at least ${issue.minimum}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

/** images, 2, alt as 'images[2].alt'; counted from 1, as people count. */
function toField(path: Path): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === 'number') return `${field}[${key + 1}]`;
    return field ? `${field}.${String(key)}` : String(key);
  }, '');
}

function findPart(schema: JsonSchema, path: Path): JsonSchema | undefined {
  let parts: JsonSchema[] = [schema];
  for (const key of path) {
    parts = parts
      .flatMap((part) => [part, ...(part.anyOf ?? [])])
      .flatMap((part) => (typeof key === 'number' ? part.items : part.properties?.[String(key)]) ?? []);
  }
  return parts[0];
}
