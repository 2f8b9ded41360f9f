import { expect, test } from 'bun:test';
import { toSocialBody } from './social-links.ts';
import { toLinkedInName, toSocialTiles } from './social-tiles.ts';

const nothing = {
  portfolioUrl: '',
  githubUsername: '',
  twitterHandle: '',
  linkedinUrl: '',
  discordUsername: '',
  kaggleUsername: '',
};

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
