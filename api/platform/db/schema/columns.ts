import { type AnyPgColumn, text, timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds, the precision of a JavaScript Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

export const belongsTo = (name: string, id: () => AnyPgColumn) =>
  text(name).notNull().references(id, { onDelete: 'cascade' });
