import { encode } from 'uqr';

/**
 * A QR code as an SVG path to be stroked, in modules, without a border. Each run of dark modules is one line of width
 * 1.
 */
export function toQrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let path = '';
  for (const [y, row] of data.entries()) {
    let end = -1;
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += end < 0 ? `M${start} ${y}.5` : `m${start - end} 0`;
      path += `h${x + 1 - start}`;
      end = x + 1;
    }
  }
  return { path, size };
}
