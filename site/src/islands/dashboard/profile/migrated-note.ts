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
    // Without storage, the note stays closed for this visit only.
  }
}
