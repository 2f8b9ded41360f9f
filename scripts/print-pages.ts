// Writes docs/settings.md, .env.example and the table of docs/privacy.md. Usage: bun scripts/print-pages.ts
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCOUNT, PERSONAL_DATA, type PersonalField } from '#api/accounts/own-account/personal-data.ts';
import { type Config, parseEnv } from '#api/platform/process/env.ts';

type Setting = Exclude<keyof Config, 'VISITOR_ORIGIN'>;

interface Description {
  does: string;
  /** Describes the default if it is not a fixed value. */
  unset?: string;
  /** A value to copy if there is no default. */
  example?: string;
}

const GROUPS: Record<string, Partial<Record<Setting, Description>>> = {
  Server: {
    NODE_ENV: {
      does: '`production` refuses demo data, closes `/dev/outbox` and `/dev/mail`, requires `SECRET_KEY` with PostgreSQL, and does not start while an account has the published demo password.',
    },
    HOST: {
      does: 'Address to listen on. Keep it behind a proxy on the same machine. An address that other machines can reach leaves out demo data and the `/dev` pages, as production does.',
    },
    PORT: { does: 'Port to listen on; 0 takes any free one.' },
    LOG_LEVEL: {
      does: '`debug`, `info`, `warn`, `error` or `silent`: one JSON object a line on standard output.',
    },
    TIME_ZONE: {
      does: 'Time zone of days (streaks, due dates), of the week of the leaderboard and of times in CSV exports, by its name. A change counts again with `npm run ops -- verify --repair`.',
    },
    METRICS_PORT: {
      does: 'Port of `/metrics` for Prometheus, at `HOST`: [operations](operations.md#seen-from-outside).',
      unset: 'no metrics',
      example: '9464',
    },
    METRICS_TOKEN: {
      does: 'Bearer token for `/metrics`, at least 32 characters; required where other machines can reach it.',
      unset: 'none',
    },
  },
  Data: {
    DATA_DIR: {
      does: 'Folder of the embedded database, the generated secret key, fetched icons and the restore list. The start makes it readable by its owner alone.',
    },
    BACKUP_DIR: {
      does: 'Folder in which backups arrive. `npm run ops -- doctor` warns when the newest is older than a day.',
      unset: 'not checked',
      example: '/var/backups/openleague',
    },
    DATABASE_URL: {
      does: 'PostgreSQL 15 or newer. A server on another machine is reached by TLS and its certificate is checked (`NODE_EXTRA_CA_CERTS` names your own authority); `sslmode=require` encrypts without the check; anything weaker stops the start.',
      unset: 'the embedded database',
      example: 'postgres://user:password@localhost:5432/league',
    },
    DATABASE_MIGRATION_URL: {
      does: 'Role that owns the tables and changes the schema; the role of `DATABASE_URL` then may do neither. `npm run ops -- roles` makes both.',
      unset: '`DATABASE_URL`',
      example: 'postgres://migrator:password@localhost:5432/league',
    },
    DATABASE_POOL_SIZE: {
      does: 'Connections of a process to PostgreSQL, 1 to 100. A start warns when `max_connections` is too low.',
    },
    SECRET_KEY: {
      does: 'Signs one-time codes and seals waiting mail; at least 32 characters (`openssl rand -hex 32`), the same for every process. While it is changed, several with commas, the newest first: [operations](operations.md#changing-the-secret-key).',
      unset: 'generated in `DATA_DIR`',
    },
    DEMO_DATA: {
      does: 'Loads the demo accounts and leagues into an empty embedded database. Their password is published: where others can reach the server, `true` stops the start.',
      unset: '`true` where only this machine can reach the server',
      example: 'true',
    },
  },
  Accounts: {
    STAFF_PASSKEYS: {
      does: 'Whether staff need a passkey: `advised`, `required`, or the day from which they do, such as `2027-03-01`. Anything but `advised` needs `PUBLIC_SITE_URL` with https and a host name.',
    },
  },
  Addresses: {
    PUBLIC_SITE_URL: {
      does: 'Address of the site, without a path, in links, share cards and mail; its pages may call an API of another address. Read by the build too. A public address also closes `/dev` pages and leaves out demo data.',
      unset: '`http://localhost:3000`',
      example: 'http://localhost:3000',
    },
    PUBLIC_API_URL: {
      does: 'Address of the API when it has its own. Read by the build, and by the server for mail that readers may stop.',
      unset: 'the address of the site',
    },
    PUBLIC_COMMITS_API_URL: { does: 'Source of the updates page. Read by the build.' },
    PUBLIC_OFFLINE_WORKER: {
      does: '`off` removes the service worker of the learner area from every browser. Read by the build.',
    },
    CONTENT_DIR: {
      does: 'Another folder of the same shape as `content/`: [content](content.md#your-own-look-and-name). Read by the build too.',
      unset: '`content`',
      example: 'content',
    },
    CORS_ORIGINS: {
      does: 'Other origins that may call the API from a browser, with commas between. The site’s own needs no entry.',
      unset: 'none',
    },
    TRUSTED_PROXIES: {
      does: 'Addresses or ranges of proxies, with commas between, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. A range wider than a private network stops the start.',
      unset: 'none',
    },
    UNENCRYPTED_HOSTS: {
      does: 'Hosts of `DATABASE_URL` and `SMTP_URL`, with commas between, that may be reached without TLS, on a private network.',
      unset: 'none',
    },
    ICON_SOURCES: {
      does: 'Addresses with `{host}`, with commas between, where the server finds icons of the sites of resources; `none` turns that off.',
      unset: '`iconSources` of `content/site.json`',
      example: 'none',
    },
  },
  Mail: {
    SMTP_URL: {
      does: 'Mail server. On another machine `smtp://` needs STARTTLS with a valid certificate; `smtps://` is encrypted from the first byte. Percent-encode the password: `#` is `%23`, `/` is `%2F`.',
      unset: 'mail is kept and shown at `/dev/outbox`',
      example: 'smtp://user:password@mail.example.org:587',
    },
    DEV_PAGES: {
      does: '`/dev/outbox` and `/dev/mail`, which show every code, on this machine alone. `on` opens them beside `DATABASE_URL` and `SMTP_URL`, never in production or where others can reach `HOST`.',
      unset: '`on` where only this machine can reach the server',
    },
  },
  Limits: {
    RATE_LIMIT_SCALE: {
      does: 'Multiplies the [limits on calls](security.md#limits); at least 0.1. Waiting times between codes and tries a code do not change.',
    },
    MAIL_DAILY_LIMIT: {
      does: 'Messages with codes a day, for everybody together. The log warns at 80 %. Security notices are not counted.',
    },
  },
};

const defaults: Record<string, unknown> = parseEnv({});

function toDefault(name: string, { example = '' }: Description): string {
  const value = defaults[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : example;
}

const entriesOf = (group: Partial<Record<Setting, Description>>) =>
  Object.entries(group) as [Setting, Description][];

export const DESCRIBED = Object.values(GROUPS).flatMap((group) => Object.keys(group));

export function toSettingsPage(): string {
  const groups = Object.entries(GROUPS).map(([title, group]) => {
    const rows = entriesOf(group).map(
      ([name, about]) =>
        `| \`${name}\` | ${about.unset ?? `\`${toDefault(name, about)}\``} | ${about.does} |`,
    );
    return `## ${title}\n\n| Setting | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Settings\n\nEvery setting has a default. Set them in the environment or in a \`.env\` file (\`.env.example\` is one to copy). A wrong value\nstops the start and says what was expected. This page is printed by \`scripts/print-pages.ts\`.\n\n${groups.join('\n')}`;
}

export function toExampleFile(): string {
  const groups = Object.entries(GROUPS).map(([title, group]) => {
    const lines = entriesOf(group).map(
      ([name, about]) => `${toComment(about.does)}\n# ${name}=${toDefault(name, about)}`,
    );
    return `# --- ${title} ---\n${lines.join('\n')}\n`;
  });
  return `# Copy to .env and take the # from the lines you change. docs/settings.md has the same as a table.\n\n${groups.join('\n')}`;
}

// Strips Markdown and wraps at 120 characters.
function toComment(text: string): string {
  const words = text
    .replace(/`/g, '')
    .replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (_link, words, page) =>
      page === `${words}.md` ? `docs/${page}` : `${words} (docs/${page})`,
    )
    .split(' ');
  const lines = ['#'];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= 120) lines[lines.length - 1] = line;
    else lines.push(`# ${word}`);
  }
  return lines.join('\n');
}

const ON_DELETION: Record<PersonalField['onDeletion'], string> = {
  deleted: '',
  emptied: 'emptied',
  nameless: 'kept without a name',
  kept: 'kept as a bare id',
  expires: 'expires by itself',
};

const PRIVACY_HEAD = '| Table | Columns | Purpose | Otherwise |\n|---|---|---|---|\n';

/** Replaces the table at the end of the page. */
export function toPrivacyPage(page: string): string {
  const rows = PERSONAL_DATA.map(({ table, columns, purpose, retention, download, onDeletion }, index) => {
    const heading = PERSONAL_DATA[index - 1]?.table === table ? '' : `\`${table}\``;
    const otherwise = [
      retention === ACCOUNT ? '' : retention,
      download ? '' : 'not in the file',
      ON_DELETION[onDeletion],
    ];
    const names = columns.map((column) => `\`${column}\``).join(', ');
    return `| ${heading} | ${names} | ${purpose} | ${otherwise.filter(Boolean).join('; ')} |`;
  });
  return `${page.slice(0, page.indexOf(PRIVACY_HEAD))}${PRIVACY_HEAD}${rows.join('\n')}\n`;
}

if (import.meta.main) {
  const at = (file: string) => join(import.meta.dir, '..', file);
  await writeFile(at('docs/settings.md'), toSettingsPage());
  await writeFile(at('.env.example'), toExampleFile());
  const privacy = at('docs/privacy.md');
  await writeFile(privacy, toPrivacyPage(await readFile(privacy, 'utf8')));
}
