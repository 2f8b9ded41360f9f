import * as z from 'zod/mini';
import { CreateAssignmentBody, parseMoment } from '#contract/assignments.ts';
import {
  ASSIGNMENT_FIELDS,
  type CurriculumFields,
  MODULE_FIELDS,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import { CreateLeagueBody } from '#contract/leagues.ts';
import { CreateResourceBody } from '#contract/resources.ts';
import { CreateSectionBody } from '#contract/sections.ts';
import { isId } from '#contract/text.ts';
import { CreateWeekBody } from '#contract/weeks.ts';

/** A value equal to the stored one, which stays valid whatever today's rules say. */
export class StoredValue {
  constructor(readonly value: unknown) {}
}

// Applies the rule of the single call, so that both accept the same.
const text = <Value>(rule: z.ZodMiniType<Value>) =>
  z.pipe(
    z.unknown(),
    z.transform((value, { issues }): Value => {
      if (value instanceof StoredValue) return value.value as Value;
      const parsed = rule.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    }),
  );

const moment = (rule: z.ZodMiniType<string | null | undefined>) =>
  z._default(
    z.pipe(
      text(rule),
      z.transform((value) => (value ? (parseMoment(value) ?? new Date(value)).toISOString() : null)),
    ),
    null,
  );

// `fromFiles` replaces an unreadable value by a symbol that describes what was expected.
const describeUnreadable = (input: unknown) => (typeof input === 'symbol' ? input.description : undefined);

// Refuses unknown keys: a misspelt key would read as a missing one.
const strict = <Shape extends z.core.$ZodShape>(shape: Shape, expected = 'a JSON object: { … }') =>
  z.strictObject(shape, {
    error: ({ code, input }) => {
      if (code === 'unrecognized_keys')
        return `no such field; known are ${Object.keys(shape).sort().join(', ')}`;
      return describeUnreadable(input) ?? expected;
    },
  });

const ID_EXPECTED = '1 to 64 letters, digits, - or _; left out for something new';
const id = z.pipe(
  z.transform((value) => (value === undefined || value === '' ? null : value)),
  z.nullable(z.string({ error: ID_EXPECTED }).check(z.refine(isId, { error: ID_EXPECTED }))),
);
const COHORT_EXPECTED = 'the name of a cohort';
const cohort = z.string({ error: COHORT_EXPECTED }).check(
  // PostgreSQL text cannot contain NUL.
  z.refine((name) => name !== '' && !name.includes('\0'), { error: COHORT_EXPECTED }),
);
const { order, description } = CreateWeekBody.shape;

function rulesOf({ description, ...fields }: CurriculumFields, shape: Record<string, z.ZodMiniType>): object {
  const rules = Object.entries(fields).map(([name, { stored }]) => {
    const rule = shape[name] as z.ZodMiniType<string | null>;
    if (stored === 'timestamptz') return [name, moment(rule)];
    return [name, rule.safeParse(undefined).success ? z._default(text(rule), null) : text(rule)];
  });
  return Object.fromEntries(rules);
}

const Resource = strict(
  { id, order: z.optional(order), ...rulesOf(RESOURCE_FIELDS, CreateResourceBody.shape) },
  'a resource: { "title": …, "type": …, "url": … }',
);
const resources = z.array(Resource, {
  error: ({ input }) => describeUnreadable(input) ?? 'a list of resources: [ … ]',
});

// `description` is the text of the Markdown file beside the JSON file.
const thing = <Json extends z.core.$ZodShape, Description>(json: Json, rule: z.ZodMiniType<Description>) => ({
  file: z.string(),
  json: strict(json),
  description: z.optional(text(rule)),
});

const Topic = z.object(
  thing({ ...rulesOf(TOPIC_FIELDS, CreateSectionBody.shape), id, order, resources }, description),
);
const Module = z.object({
  ...thing({ ...rulesOf(MODULE_FIELDS, CreateWeekBody.shape), id, order }, description),
  topics: z.array(Topic),
});
const { name, expiresAt } = CreateLeagueBody.shape;

export const LeagueFiles = z.object({
  ...thing({ id, name: text(name), cohort, expiresAt: moment(expiresAt) }, description),
  assignment: z.nullable(
    z.object(
      thing(
        { ...rulesOf(ASSIGNMENT_FIELDS, CreateAssignmentBody.shape), id },
        CreateAssignmentBody.shape.description,
      ),
    ),
  ),
  modules: z.array(Module),
});
export type LeagueFiles = z.infer<typeof LeagueFiles>;
