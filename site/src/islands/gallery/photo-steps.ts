/** One photo on, from the last to the first (EVENT-18). */
export const nextPhoto = (index: number, total: number) => (index + 1) % total;

/** One photo back, from the first to the last (EVENT-18). */
export const previousPhoto = (index: number, total: number) => (index - 1 + total) % total;

/** 'n / total', counted from 1 (EVENT-17). */
export const toPosition = (index: number, total: number) => `${index + 1} / ${total}`;
