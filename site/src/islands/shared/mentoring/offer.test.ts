import { expect, test } from 'bun:test';
import { findAbsenceFaults, findOfferFaults, type Offer, toOfferBody } from './offer.ts';

const NOW = Date.parse('2026-12-01T12:00');
const OFFER: Offer = {
  day: '2026-12-03',
  time: '18:30',
  minutes: '30',
  until: '',
  topics: 'Careers',
  place: 'Room 2',
  noticeHours: '24',
};
const faultsOf = (changes: Partial<Offer>) =>
  Object.fromEntries(
    Object.entries(findOfferFaults({ ...OFFER, ...changes }, NOW)).filter(([, fault]) => fault),
  );
test('an offer names each fault at its field', () => {
  expect(faultsOf({})).toEqual({});
  expect(faultsOf({ until: '2026-12-03' })).toEqual({});
  expect(Object.keys(faultsOf({ day: '', time: '', topics: ' ', place: '' }))).toEqual([
    'day',
    'time',
    'topics',
    'place',
  ]);
  expect(faultsOf({ day: '2026-12-01', time: '12:00' })).toEqual({
    day: 'Choose a time that is still to come',
  });
  expect(faultsOf({ day: '2026-12-01', time: '12:01' })).toEqual({});
  expect(faultsOf({ until: '2026-12-02' })).toEqual({ until: 'Choose the first day or a later one' });
  for (const minutes of ['9', '241', '1.5', '', '-30']) {
    expect(faultsOf({ minutes })).toEqual({ minutes: 'Enter a whole number from 10 to 240' });
  }
  for (const noticeHours of ['169', 'a', '']) {
    expect(faultsOf({ noticeHours })).toEqual({ noticeHours: 'Enter a whole number from 0 to 168' });
  }
  expect(faultsOf({ minutes: '10', noticeHours: '0' })).toEqual({});
  expect(faultsOf({ minutes: '240', noticeHours: '168' })).toEqual({});
});

test('an offer is sent with numbers and a time zone', () => {
  expect(toOfferBody({ ...OFFER, until: '2026-12-31' })).toMatchObject({
    day: '2026-12-03',
    time: '18:30',
    minutes: 30,
    noticeHours: 24,
    until: '2026-12-31',
    timeZone: expect.any(String),
  });
  expect(toOfferBody(OFFER).until).toBeNull();
});

test('an absence has two days in their order', () => {
  expect(findAbsenceFaults({ from: '', to: '' })).toEqual({
    from: 'First day is required',
    to: 'Last day is required',
  });
  expect(findAbsenceFaults({ from: '2026-12-05', to: '2026-12-04' }).to).toBe(
    'Choose the first day or a later one',
  );
  expect(findAbsenceFaults({ from: '2026-12-05', to: '2026-12-05' })).toEqual({});
});
