/** How many blocks stand one in another at most, and how many marks in a line; a paragraph counts as one. */
export const DEPTH_MAX = 11;

/** Deeper nesting: nobody reads it, and whoever draws a tree goes down it step by step. */
export class TooDeep extends Error {}
