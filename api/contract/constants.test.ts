import { describe, expect, test } from 'bun:test';
import * as constants from './constants.ts';

const EXPECTED: [string, Partial<typeof constants>][] = [
  ['CONST-01', { FEATURED_EVENTS_MAX: 3 }],
  ['CONST-02', { EVENT_DESCRIPTION_LENGTH: 80 }],
  ['CONST-03', { CAROUSEL_ADVANCE_MS: 4000, SWIPE_THRESHOLD_PX: 50 }],
  ['CONST-04', { MOBILE_BREAKPOINT_PX: 768, SIDEBAR_BREAKPOINT_PX: 1024 }],
  ['CONST-05', { HOME_LOAD_DELAY_MS: 30, EVENTS_LOAD_DELAY_MS: 100 }],
  ['CONST-06', { NAV_HIDE_AFTER_PX: 100, NAV_SHADOW_AFTER_PX: 20 }],
  [
    'CONST-07',
    { TESTIMONIALS_FIRST: 6, TESTIMONIALS_STEP: 6, TESTIMONIALS_TOTAL: 25, TESTIMONIALS_FEATURED: 4 },
  ],
  [
    'CONST-08',
    { OTP_LENGTH: 6, RESEND_COUNTDOWN_SECONDS: 300, VERIFIED_REDIRECT_MS: 2000, MIGRATION_WAIT_MS: 1000 },
  ],
  ['CONST-09', { PASSWORD_MIN_LENGTH: 8 }],
  ['CONST-10', { GRADUATION_YEAR_MIN: 2000, GRADUATION_YEAR_MAX: 2029, GRADUATION_YEARS_AHEAD: 10 }],
  ['CONST-11', { PHONE_DIGITS: 10, PHONE_LENGTH_MIN: 10, PHONE_LENGTH_MAX: 15 }],
  ['CONST-12', { UPDATES_FIRST: 15, UPDATES_STEP: 15, UPDATES_STEP_DELAY_MS: 500 }],
  ['CONST-13', { COMMITS_PER_PAGE: 100, COMMITS_CACHE_MS: 300_000 }],
  ['CONST-14', { SHARE_POPUP_WIDTH_PX: 550, SHARE_POPUP_HEIGHT_PX: 420 }],
  ['CONST-15', { TEAM_STUDENTS: '200+' }],
  ['CONST-16', { AVATAR_SIZE_PX: 64, AVATAR_SIZE_SMALL_PX: 48 }],
  ['CONST-17', { BRAND_YELLOW: '#FFDE59' }],
  ['CONST-18', { CACHE_MS: 300_000 }],
  ['CONST-19', { NOTE_SCREEN_MAX_LENGTH: 500, NOTE_MAX_LENGTH: 1000, NOTE_WARNING_LENGTH: 450 }],
  ['CONST-20', { TIME_SPENT_MAX_SECONDS: 86_400 }],
  [
    'CONST-21',
    { RESOURCE_TITLE_MAX_LENGTH: 200, ORDER_MIN: 1, ORDER_STEP: 1, DUE_URGENT_DAYS: 3, DUE_SOON_DAYS: 7 },
  ],
  [
    'CONST-22',
    {
      TOAST_MS: 3000,
      DASHBOARD_TOAST_MS: 4000,
      COMPLETION_PULSE_MS: 2000,
      SUCCESS_MESSAGE_MS: 3000,
      LOGOUT_REDIRECT_MS: 5000,
    },
  ],
  ['CONST-23', { SECTIONS_BATCH: 5 }],
  ['CONST-24', { LEAGUE_STATISTICS_BATCH: 3 }],
  ['CONST-25', { RESOURCE_COUNT_BATCH: 2, RESOURCE_COUNT_PAUSE_MS: 100 }],
  ['CONST-26', { ENROLLMENTS_BATCH: 2 }],
  ['CONST-27', { FAVICONS_BATCH: 5, FAVICON_TIMEOUT_MS: 3000 }],
  ['CONST-28', { SHORT_ID_LENGTH: 6, FIRST_RANK: 1 }],
  [
    'CONST-30',
    { USERS_PAGE_SIZE: 100, ASSIGNMENTS_PAGE_SIZE: 10, CONTENT_PAGE_SIZE: 1000, REVISION_PAGE_SIZE: 20 },
  ],
  ['CONST-31', { USERS_FALLBACK_LIMIT: 1000, USERS_FALLBACK_PAGE_SIZE: 50, USERS_FALLBACK_PAGES_MAX: 20 }],
  [
    'CONST-32',
    { DEFAULT_PERMISSIONS: { canManageUsers: false, canViewAnalytics: true, canCreateContent: false } },
  ],
  ['CONST-33', { API_BASE_PATH: '/api', ACCESS_TOKEN_KEY: 'accessToken', REFRESH_TOKEN_KEY: 'refreshToken' }],
];

describe('constants', () => {
  test.each(EXPECTED)('%s is as the specification states', (_, figures) => {
    expect(constants).toMatchObject(figures);
  });

  test.each([
    [0, '0s'],
    [59.9, '59s'],
    [60, '1m 0s'],
    [3599, '59m 59s'],
    [3600, '1h 0m'],
    [86_399, '23h 59m'],
    [-5, '0s'],
  ])('CONST-29 %d seconds read %s', (seconds, words) => {
    expect(constants.formatDuration(seconds)).toBe(words);
  });
});
