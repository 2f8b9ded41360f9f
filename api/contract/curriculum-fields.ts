import { RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH, SECTION_NAME_MAX_LENGTH } from './constants.ts';

export interface CurriculumField {
  label: string;
  stored: 'text' | 'int' | 'timestamptz';
}

/** Stored in a column with the field's name. */
interface SheetField extends CurriculumField {
  /** Help for the person who fills in a template. */
  hint: string;
  /** Other accepted CSV headings. */
  also: readonly string[];
  sample: string;
  /** Default for new rows of a sheet without this field. */
  fallback?: string;
}

/** Fields that staff write. Calls, sheets, league files and exports derive from this list. */
export type CurriculumFields = Readonly<Record<string, CurriculumField>>;
export type SheetFields = Readonly<Record<string, SheetField>>;

const description = {
  label: 'Description',
  hint: 'Left as it is without this column; an empty cell takes it away',
  also: [],
  sample: '',
  stored: 'text',
} as const;

export const MODULE_FIELDS = {
  name: {
    label: 'Name',
    hint: 'The name of the module',
    also: ['module', 'week', 'module name', 'week name', 'title'],
    sample: 'Basics',
    stored: 'text',
  },
  description,
} as const satisfies SheetFields;

export const TOPIC_FIELDS = {
  name: {
    label: 'Name',
    hint: `The name of the topic, at most ${SECTION_NAME_MAX_LENGTH} characters`,
    also: ['topic', 'section', 'topic name', 'section name', 'title'],
    sample: 'What money is',
    stored: 'text',
  },
  description,
} as const satisfies SheetFields;

export const RESOURCE_FIELDS = {
  title: {
    label: 'Title',
    hint: `At most ${RESOURCE_TITLE_MAX_LENGTH} characters`,
    also: ['name', 'resource', 'resource title', 'resource name', 'title of the resource'],
    sample: 'A short history of money',
    stored: 'text',
  },
  type: {
    label: 'Type',
    hint: 'VIDEO, ARTICLE, EXTERNAL_LINK or BLOG. Without it: EXTERNAL_LINK',
    also: ['resource type', 'kind'],
    sample: 'ARTICLE',
    stored: 'text',
    fallback: 'EXTERNAL_LINK',
  },
  url: {
    label: 'URL',
    hint: 'An address that begins with https:// or http://',
    also: ['link', 'address', 'web address', 'resource url', 'resource link'],
    sample: 'https://example.org/money',
    stored: 'text',
  },
  minutes: {
    label: 'Minutes',
    hint: `How long it takes, 1 to ${RESOURCE_MINUTES_MAX}; an empty cell takes it away`,
    also: ['duration', 'length', 'time', 'minutes needed'],
    sample: '12',
    stored: 'int',
  },
} as const satisfies SheetFields;

export const ASSIGNMENT_FIELDS = {
  title: { label: 'Title', stored: 'text' },
  description: { label: 'Description', stored: 'text' },
  dueDate: { label: 'Due Date', stored: 'timestamptz' },
} as const satisfies CurriculumFields;

export type ResourceField = keyof typeof RESOURCE_FIELDS;
export type AssignmentField = keyof typeof ASSIGNMENT_FIELDS;

export function pickFields<Field extends string, Row extends Record<Field, unknown>>(
  fields: Readonly<Record<Field, CurriculumField>>,
  row: Row,
): Pick<Row, Field> {
  const names = Object.keys(fields) as Field[];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Pick<Row, Field>;
}
