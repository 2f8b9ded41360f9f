export const overview = 'M4 4h7v9H4zM4 16.5h7V20H4zM14.5 4H20v3.5h-5.5zM14.5 11H20v9h-5.5z';
export const leagues = 'M5 20v-9M12 20V4M19 20v-6M3 20h18';
export const trophy =
  'M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 6H4c0 3.5 1.5 5 4 5M16.5 6H20c0 3.5-1.5 5-4 5M12 14v3.5M8 20.5h8M9.5 20.5c0-2 1-3 2.5-3s2.5 1 2.5 3';
export const medal = 'M8 3.5l4 7 4-7M12 20.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM12 13.5v4M10.7 14.3L12 13.3';
export const book =
  'M12 6.5C9.5 4.6 6.5 4.3 3.5 5v13.5c3-.7 6-.4 8.5 1.5 2.5-1.9 5.5-2.2 8.5-1.5V5c-3-.7-6-.4-8.5 1.5zM12 6.5V20';
export const file = 'M6 3.5h8l4 4v13H6zM14 3.5v4h4';
export const note = 'M4.5 4.5h15v10l-5 5h-10zM19.5 14.5h-5v5';
export const revision = 'M6 3.5h12v17l-6-4.5-6 4.5z';
export const calendar = 'M4 6h16v14H4zM4 10.5h16M8 3.5v4M16 3.5v4';
export const certificate = 'M4 4.5h16v11H4zM8 8.5h8M8 11.5h4M13 15.5v5.5l2.5-1.8L18 21v-5.5';
export const chart = 'M4 20.5h16M6.5 17v-5M11 17V6.5M15.5 17v-8M20 17V4';
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4M12 5V3';
