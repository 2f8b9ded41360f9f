import type { z } from 'astro/zod';
import type { JsonSchema } from './content-files.ts';

export interface Fault {
  /** Such as 'images[2].alt'; empty for the whole file. */
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
    // Picks the union branch that failed deeper than the type of the value: the author meant that one.
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

// Formats a path as 'images[2].alt', counting from 1.
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
