// Strokes on a 24 × 24 grid, 1.75 wide, round ends.
export const menu = 'M4 8h16M4 16h11';
export const close = 'M6 6l12 12M18 6L6 18';
export const search = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20';
export const plus = 'M12 5v14M5 12h14';
export const pencil = 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3';
export const trash = 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.5 11v5M13.5 11v5';
export const refresh = 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5V8H15';
export const share = 'M12 14.5V4M8 7.5L12 3.5l4 4M5.5 12.5V20h13v-7.5';
export const copy = 'M9 9h10.5v10.5H9zM5.5 15h-1V4.5H15v1';
export const download = 'M12 4v10.5M8 10.5l4 4 4-4M5 19.5h14';
export const upload = 'M12 14.5V4M8 8l4-4 4 4M5 19.5h14';
export const print = 'M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z';
export const signOut = 'M14 4.5H5.5v15H14M10.5 12h10M17 8.5l3.5 3.5-3.5 3.5';
export const mail = 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5';
export const link =
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1';
export const grip = 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01';
