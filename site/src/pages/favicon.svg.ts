import type { APIRoute } from 'astro';
import { readFavicon } from '#site/brand/icons.ts';

export const GET: APIRoute = async () => new Response(await readFavicon());
