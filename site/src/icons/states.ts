export const check = 'M5 12.5l4.5 4.5L19 7.5';
export const checkCircle = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.3l2.8 2.8L16 9.8';
export const info = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.1';
export const warning = 'M12 4L2.8 20h18.4zM12 10.5v4.2M12 17.2v.1';
export const alert = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5v5.5M12 16.3v.1';
export const clock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.3 2';
export const hourglass =
  'M7 3.5h10M7 20.5h10M8 3.5c0 5 3 6 4 8.5 1-2.5 4-3.5 4-8.5M8 20.5c0-5 3-6 4-8.5 1 2.5 4 3.5 4 8.5';
export const ban = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.8 5.8l12.4 12.4';
export const offline =
  'M3.5 4l17 16M5 12.5a10 10 0 0 1 4-2.5M8 16a6 6 0 0 1 5.5-1.5M2.5 8.8a15 15 0 0 1 4-2.5M11 5.2a14.5 14.5 0 0 1 10.5 3.6M15.5 10.2a10 10 0 0 1 3.5 2.3M12 19.3v.1';
export const minus = 'M6 12h12';
