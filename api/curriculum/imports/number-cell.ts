/** Leaves other text unchanged, for the schema to refuse. */
export function toNumberCell(cell: string | undefined): number | string {
  return cell !== undefined && /^\d{1,15}$/.test(cell) ? Number(cell) : (cell ?? '');
}
