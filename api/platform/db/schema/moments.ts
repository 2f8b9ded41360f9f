import { timestamp } from 'drizzle-orm/pg-core';

/** A moment in UTC, to the millisecond: what a JavaScript Date can hold, so nothing is lost on the way. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();
