/** Finds names one typo away from a setting, whose default would apply silently. */
export function findMisspelt(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = settings.find((setting) => isSlip(name.toUpperCase(), setting));
    return meant ? [`${name} is no setting; did you mean ${meant}?`] : [];
  });
}

function isSlip(name: string, setting: string): boolean {
  if ([...name].sort().join() === [...setting].sort().join()) return true;
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start += 1;
  const isSame = (skipped: number, meant: number) =>
    name.slice(start + skipped) === setting.slice(start + meant);
  return isSame(1, 1) || isSame(0, 1) || isSame(1, 0);
}
