export function headerName(name: string | null | undefined): string {
  return firstNameOf(name) || 'User';
}

export function heroName(name: string | null | undefined): string {
  return firstNameOf(name) || 'Learner';
}

function firstNameOf(name: string | null | undefined): string {
  return name?.trim().split(/\s+/)[0] ?? '';
}
