// Strokes on a 24 × 24 grid, 1.75 wide, round ends.
export const user = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6';
export const users =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.5 3.2-5.2 6.5-5.2s5.9 1.7 6.5 5.2M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.8c1.9.7 3.1 2.3 3.5 4.7';
export const shield = 'M12 3.5l7.5 2.5v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6z';
export const home = 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5.5h4V20';
export const cohort =
  'M12 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM12 8.5V12M12 12l-5 4M12 12l5 4';
export const layers = 'M12 4l9 4.5-9 4.5-9-4.5zM3.5 12.5L12 17l8.5-4.5M3.5 16.5L12 21l8.5-4.5';
export const list = 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01';
