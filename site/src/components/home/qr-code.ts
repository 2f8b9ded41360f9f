import { toQrPath } from '../qr-path.ts';

export function drawQrCode(text: string): string {
  const { path, size } = toQrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true"><path d="${path}"/></svg>`;
}
