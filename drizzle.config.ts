import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './api/platform/db/schema/!(*.test).ts',
  out: './api/platform/db/migrations',
});
