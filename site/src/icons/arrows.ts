// Strokes on a 24 × 24 grid, 1.75 wide, round ends.
export const arrowRight = 'M4.5 12h15M13.5 6l6 6-6 6';
export const arrowLeft = 'M19.5 12h-15M10.5 6l-6 6 6 6';
export const arrowUp = 'M12 19.5v-15M6 10.5l6-6 6 6';
export const arrowDown = 'M12 4.5v15M6 13.5l6 6 6-6';
export const arrowOut = 'M8 7h9v9M17 7L6.5 17.5';
export const chevronRight = 'M9.5 5.5L16 12l-6.5 6.5';
export const chevronLeft = 'M14.5 5.5L8 12l6.5 6.5';
export const chevronDown = 'M5.5 9.5L12 16l6.5-6.5';
export const chevronUp = 'M5.5 14.5L12 8l6.5 6.5';
export const sortBoth = 'M8 10l4-4 4 4M8 14l4 4 4-4';
export const stepForward = 'M9 5l7 7-7 7';
export const stepBack = 'M15 5l-7 7 7 7';
