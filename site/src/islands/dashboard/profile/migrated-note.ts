/** Accounts of this device that closed the note about the migration. */
const toKey = (userId: string) => `migratedNote:${userId}`;

export function isMigratedNoteClosed(userId: string): boolean {
  try {
    return localStorage.getItem(toKey(userId)) !== null;
  } catch {
    return false;
  }
}

export function closeMigratedNote(userId: string): void {
  try {
    localStorage.setItem(toKey(userId), 'closed');
  } catch {
    // Without storage it is closed for this visit.
  }
}
