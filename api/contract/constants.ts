// Constants shared by server and browser; units are in the names.

export const FEATURED_EVENTS_MAX = 3;
export const EVENT_DESCRIPTION_LENGTH = 80;
export const CAROUSEL_ADVANCE_MS = 4000;
export const SWIPE_THRESHOLD_PX = 50;
export const TESTIMONIALS_FIRST = 6;
export const TESTIMONIALS_STEP = 6;

export const SIDEBAR_BREAKPOINT_PX = 1024;
export const NAV_HIDE_AFTER_PX = 100;
export const NAV_SHADOW_AFTER_PX = 20;

export const STAFF_SESSION_HOURS = 12;

/** Time between the deletion of a staff account by its holder and its erasure. */
export const STAFF_ERASURE_DAYS = 7;
/** For this long after losing a staff role, deleting the account follows the staff rules. */
export const FORMER_STAFF_DAYS = 30;

export const OTP_LENGTH = 6;
export const OTP_LIFETIME_MINUTES = 10;
export const OTP_ATTEMPTS_MAX = 5;
export const RESEND_COUNTDOWN_SECONDS = 300;
export const VERIFICATION_RESEND_SECONDS = 60;
export const RESET_RESEND_SECONDS = 120;
export const RESET_LINK_HOURS = 24;
export const VERIFIED_REDIRECT_MS = 2000;
export const MIGRATION_WAIT_MS = 1000;

// Lengths count characters as `lengthOf` does.
export const NAME_MAX_LENGTH = 120;
export const DESCRIPTION_MAX_LENGTH = 5000;
export const REASON_MAX_LENGTH = 500;
export const URL_MAX_LENGTH = 2048;
export const EMAIL_MAX_LENGTH = 254;
export const ID_MAX_LENGTH = 128;

export const INTEGER_MAX = 2_147_483_647;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
/** Limit for a password that is compared, not set. */
export const TYPED_PASSWORD_MAX_LENGTH = 4096;
export const PASSWORD_SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>';
export const NAME_MIN_LENGTH = 2;
export const PROFILE_NAME_MAX_LENGTH = 50;
export const GRADUATION_YEAR_MIN = 2000;
export const GRADUATION_YEARS_AHEAD = 10;
export const PHONE_DIGITS = 10;
export const PHONE_LENGTH_MIN = 10;
export const PHONE_LENGTH_MAX = 15;

export const UPDATES_FIRST = 15;
export const UPDATES_STEP = 15;
export const UPDATES_STEP_DELAY_MS = 500;
export const COMMITS_PER_PAGE = 100;
export const COMMITS_CACHE_MS = 5 * 60 * 1000;

export const SHARE_POPUP_WIDTH_PX = 550;
export const SHARE_POPUP_HEIGHT_PX = 420;
export const TEAM_STUDENTS = '200+';
export const AVATAR_SIZE_PX = 64;

export const CACHE_MS = 5 * 60 * 1000;
export const NOTE_SCREEN_MAX_LENGTH = 500;
export const DAILY_GOALS = [1, 3, 5] as const;
export const BREAK_NAME_MAX_LENGTH = 80;
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

export const FAVICONS_BATCH = 5;
export const FAVICON_TIMEOUT_MS = 3000;

export const SHORT_ID_LENGTH = 6;
export const FIRST_RANK = 1;
export const LEADERBOARD_DEFAULT_LIMIT = 50;
export const LEADERBOARD_MAX_LIMIT = 100;

export const USERS_PAGE_SIZE = 100;
export const ASSIGNMENTS_PAGE_SIZE = 10;
export const CONTENT_PAGE_SIZE = 1000;
export const REVISION_PAGE_SIZE = 20;
export const ENROLLMENTS_PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 1000;
export const USERS_FALLBACK_LIMIT = 1000;
export const USERS_FALLBACK_PAGE_SIZE = 50;
export const USERS_FALLBACK_PAGES_MAX = 20;

export const API_BASE_PATH = '/api';
export const ACCESS_TOKEN_KEY = 'accessToken';
export const REFRESH_TOKEN_KEY = 'refreshToken';
/** Optional secret of the browser: 43 random base64url characters (docs/api.md 1.1). */
export const DEVICE_TOKEN_HEADER = 'X-Device-Token';
export const ACCESS_TOKEN_MINUTES = 15;
export const REFRESH_TOKEN_DAYS = 7;
/** Lifetime of a 'This was not me' link, during which an earlier address can take the account back. */
export const REPORT_DAYS = 7;
/** Deleting or moving curriculum recounts every learner of the league: seconds for 20,000 learners. */
export const CURRICULUM_DEADLINE_MS = 30_000;
export const BODY_LIMIT_BYTES = 64 * 1024;
