import type { APIRoute } from 'astro';
import site from '#content/site.json';
import { palette } from '#site/brand/brand.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const MANIFEST = {
  id: '/',
  name: site.name,
  short_name: site.name,
  description: site.tagline,
  lang: 'en',
  dir: 'ltr',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: palette.light.page,
  theme_color: palette.light.page,
  categories: ['education'],
  icons: [
    icon('app-192', 192, 'any'),
    icon('app-512', 512, 'any'),
    icon('app-maskable-192', 192, 'maskable'),
    icon('app-maskable-512', 512, 'maskable'),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [
    { name: 'Dashboard', url: '/dashboard' },
    { name: 'Leaderboard', url: '/dashboard/leaderboard' },
    { name: 'Events', url: '/events' },
  ],
};

export const GET: APIRoute = () => new Response(JSON.stringify(MANIFEST));
