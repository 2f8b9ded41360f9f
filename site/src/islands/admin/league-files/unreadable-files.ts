/** A choice of files that cannot be read; its message is shown as it is. */
export class UnreadableFiles extends Error {}
