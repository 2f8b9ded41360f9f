import { expect, test } from 'bun:test';
import { toLinkedInName, toSaveFailure, toSocialBody, toSocialTiles } from './social-links.ts';

const nothing = {
  portfolioUrl: '',
  githubUsername: '',
  twitterHandle: '',
  linkedinUrl: '',
  discordUsername: '',
  kaggleUsername: '',
};

test('PROF-11 PROF-12 PROF-14 tiles link to the profiles, Discord does not', () => {
  const tiles = toSocialTiles({
    portfolioUrl: 'https://ada.example/work/',
    githubUsername: 'ada',
    twitterHandle: '@ada_l',
    discordUsername: 'ada#1815',
    kaggleUsername: 'ada-k',
  });
  expect(tiles.map(({ site, text, href }) => [site, text, href])).toEqual([
    ['Portfolio', 'ada.example/work', 'https://ada.example/work/'],
    ['GitHub', 'ada', 'https://github.com/ada'],
    ['X', '@ada_l', 'https://x.com/ada_l'],
    ['Discord', 'ada#1815', undefined],
    ['Kaggle', 'ada-k', 'https://www.kaggle.com/ada-k'],
  ]);
});

test('P28 a handle is one part of the address, whatever is in it', () => {
  const hostile = '../a?b#c';
  const tiles = toSocialTiles({
    githubUsername: hostile,
    twitterHandle: `@${hostile}`,
    kaggleUsername: hostile,
  });
  expect(tiles.map(({ href }) => href)).toEqual(
    ['github.com', 'x.com', 'www.kaggle.com'].map((host) => `https://${host}/..%2Fa%3Fb%23c`),
  );
});

test('PROF-08 no value, no tile; an address that is not http is not linked', () => {
  expect(toSocialTiles({ ...nothing, githubUsername: null })).toEqual([]);
  expect(toSocialTiles({ portfolioUrl: 'javascript:alert(1)' })[0]?.href).toBeUndefined();
});

test('PROF-13 LinkedIn shows the part after /in/ or LinkedIn Profile', () => {
  expect(toLinkedInName('https://www.linkedin.com/in/ada-l/?x=1')).toBe('ada-l');
  expect(toLinkedInName('https://www.linkedin.com/in/%E0')).toBe('%E0');
  expect(toLinkedInName('https://www.linkedin.com/company/ada')).toBe('LinkedIn Profile');
});

test('PROF-17 each value is trimmed and empty becomes null', () => {
  expect(toSocialBody({ ...nothing, githubUsername: '  ada ', kaggleUsername: '   ' })).toEqual({
    portfolioUrl: null,
    githubUsername: 'ada',
    twitterHandle: null,
    linkedinUrl: null,
    discordUsername: null,
    kaggleUsername: null,
  });
});

test('PROF-18 the X handle gets exactly one leading @, null when nothing is left', () => {
  for (const typed of ['ada', '@ada', ' @@ada ', '@ ada']) {
    expect(toSocialBody({ ...nothing, twitterHandle: typed }).twitterHandle).toBe('@ada');
  }
  for (const typed of ['', '@', ' @@ ']) {
    expect(toSocialBody({ ...nothing, twitterHandle: typed }).twitterHandle).toBeNull();
  }
});

test('PROF-22 PROF-23 PROF-24 a failed save is told by its cause', () => {
  expect(toSaveFailure('Invalid or expired token')).toBe('Session expired. Please login again.');
  expect(toSaveFailure('Network request failed')).toBe('Network error. Please check your connection.');
  expect(toSaveFailure('Invalid URL format')).toBe('Failed to update: Invalid URL format');
});
