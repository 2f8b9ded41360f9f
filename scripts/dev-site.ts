// Proxies the API, so that `npm run dev` has one address.
import { dev } from 'astro';
import { stopOnSignals } from '#api/platform/process/shutdown.ts';
import { resolveRoute, toShell } from '#api/serving/routes.ts';
import { isDevService } from './build/dev-service.ts';

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';
const apiAddress = `http://127.0.0.1:${process.env.API_PORT}`;

const server = await dev({
  root: process.cwd(),
  server: { host, port },
  vite: {
    server: {
      strictPort: true,
      proxy: {
        '^/.*': { target: apiAddress, bypass: ({ url = '/' }) => (isDevService(url) ? undefined : url) },
      },
    },
    plugins: [
      {
        name: 'signed-in-shells',
        configureServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            const path = (request.url ?? '/').split('?')[0] ?? '/';
            const answer = isDevService(path) ? null : resolveRoute(path);
            if (answer?.kind === 'page' && answer.status === 200) request.url = toShell(path);
            if (answer?.kind === 'redirect' && answer.to !== '/') {
              response.writeHead(302, { Location: answer.to }).end();
              return;
            }
            next();
          });
        },
      },
    ],
  },
});
stopOnSignals(() => server.stop());
