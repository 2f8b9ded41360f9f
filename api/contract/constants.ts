/** The figures both sides share, under the IDs of docs/spec-ids.txt that they come from. Units are in the names. */

// Home and events (CONST-01, 02, 03, 07)
export const FEATURED_EVENTS_MAX = 3;
export const EVENT_DESCRIPTION_LENGTH = 80;
export const CAROUSEL_ADVANCE_MS = 4000;
export const SWIPE_THRESHOLD_PX = 50;
export const TESTIMONIALS_FIRST = 6;
export const TESTIMONIALS_STEP = 6;

// Layout (CONST-04, 06)
export const SIDEBAR_BREAKPOINT_PX = 1024;
export const NAV_HIDE_AFTER_PX = 100;
export const NAV_SHADOW_AFTER_PX = 20;

// Sessions: staff sign in anew each day
export const STAFF_SESSION_HOURS = 12;

/** How long a staff account that its holder deleted is kept before it is erased. */
export const STAFF_ERASURE_DAYS = 7;
/** How long the account of somebody who lost a staff role is deleted as that of staff. */
export const FORMER_STAFF_DAYS = 30;

// Codes and onboarding (CONST-08)
export const OTP_LENGTH = 6;
export const OTP_LIFETIME_MINUTES = 10;
export const OTP_ATTEMPTS_MAX = 5;
export const RESEND_COUNTDOWN_SECONDS = 300;
export const VERIFICATION_RESEND_SECONDS = 60;
export const RESET_RESEND_SECONDS = 120;
/** The link of a reset mail; codes live OTP_LIFETIME_MINUTES. */
export const RESET_LINK_HOURS = 24;
export const VERIFIED_REDIRECT_MS = 2000;
export const MIGRATION_WAIT_MS = 1000;

// Text in bodies and forms, in characters as a person counts them (`lengthOf`)
/** Names of people, leagues, modules and the like; institutes and departments too. */
export const NAME_MAX_LENGTH = 120;
export const DESCRIPTION_MAX_LENGTH = 5000;
/** Why a badge was given or an address verified by hand. */
export const REASON_MAX_LENGTH = 500;
export const URL_MAX_LENGTH = 2048;
export const EMAIL_MAX_LENGTH = 254;
/** An id in a body; what is longer names nothing. */
export const ID_MAX_LENGTH = 128;

// Whole numbers: the highest that the database's integer holds
export const INTEGER_MAX = 2_147_483_647;

// Forms (CONST-09, 10, 11)
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
/** A password that is compared, not set. */
export const TYPED_PASSWORD_MAX_LENGTH = 4096;
export const PASSWORD_SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>';
export const NAME_MIN_LENGTH = 2;
/** A name that is changed in the profile. */
export const PROFILE_NAME_MAX_LENGTH = 50;
export const GRADUATION_YEAR_MIN = 2000;
export const GRADUATION_YEARS_AHEAD = 10;
export const PHONE_DIGITS = 10;
export const PHONE_LENGTH_MIN = 10;
export const PHONE_LENGTH_MAX = 15;

// Platform updates (CONST-12, 13)
export const UPDATES_FIRST = 15;
export const UPDATES_STEP = 15;
export const UPDATES_STEP_DELAY_MS = 500;
export const COMMITS_PER_PAGE = 100;
export const COMMITS_CACHE_MS = 5 * 60 * 1000;

// Sharing, team, avatars (CONST-14, 15, 16)
export const SHARE_POPUP_WIDTH_PX = 550;
export const SHARE_POPUP_HEIGHT_PX = 420;
export const TEAM_STUDENTS = '200+';
export const AVATAR_SIZE_PX = 64;

// Learner area (CONST-18, 19, 20, 21, 22)
export const CACHE_MS = 5 * 60 * 1000;
export const NOTE_SCREEN_MAX_LENGTH = 500;
export const NOTE_MAX_LENGTH = 1000;
export const NOTE_WARNING_LENGTH = 450;
export const NOTE_PREVIEW_LENGTH = 50;
export const TIME_SPENT_MAX_SECONDS = 86_400;
export const RESOURCE_TITLE_MAX_LENGTH = 200;
export const RESOURCE_MINUTES_MAX = 1440;
export const SECTION_NAME_MAX_LENGTH = 100;
export const DUE_URGENT_DAYS = 3;
export const DUE_SOON_DAYS = 7;
export const TOAST_MS = 3000;
export const DASHBOARD_TOAST_MS = 4000;
export const COMPLETION_PULSE_MS = 2000;
export const SUCCESS_MESSAGE_MS = 3000;
export const LOGOUT_REDIRECT_MS = 5000;
export const SUBMISSION_PREVIEW_LENGTH = 150;

// Site icons (CONST-27)
export const FAVICONS_BATCH = 5;
export const FAVICON_TIMEOUT_MS = 3000;

// Leaderboard (CONST-28)
export const SHORT_ID_LENGTH = 6;
export const FIRST_RANK = 1;
export const LEADERBOARD_DEFAULT_LIMIT = 50;
export const LEADERBOARD_MAX_LIMIT = 100;

// Page sizes (CONST-30, 31)
export const USERS_PAGE_SIZE = 100;
export const ASSIGNMENTS_PAGE_SIZE = 10;
export const CONTENT_PAGE_SIZE = 1000;
export const REVISION_PAGE_SIZE = 20;
export const ENROLLMENTS_PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 1000;
export const USERS_FALLBACK_LIMIT = 1000;
export const USERS_FALLBACK_PAGE_SIZE = 50;
export const USERS_FALLBACK_PAGES_MAX = 20;

// Staff permissions (CONST-32)
export const DEFAULT_PERMISSIONS = {
  canManageUsers: false,
  canViewAnalytics: true,
  canCreateContent: false,
} as const;

// Wire (CONST-33)
export const API_BASE_PATH = '/api';
export const ACCESS_TOKEN_KEY = 'accessToken';
export const REFRESH_TOKEN_KEY = 'refreshToken';
/** A secret of the browser, 43 random characters of base64url; a client may leave it out (docs/api.md 1.1). */
export const DEVICE_TOKEN_HEADER = 'X-Device-Token';
export const ACCESS_TOKEN_MINUTES = 15;
export const REFRESH_TOKEN_DAYS = 7;
/** Life of a link 'This was not me', and of the right of an earlier address to take the account back. */
export const REPORT_DAYS = 7;
/** Deleting or moving curriculum counts again for every learner of the league; 20,000 of them take seconds. */
export const CURRICULUM_DEADLINE_MS = 30_000;
export const BODY_LIMIT_BYTES = 64 * 1024;
