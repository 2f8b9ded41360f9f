import type { APIRoute } from 'astro';
import { drawIco } from '#site/brand/icons.ts';

export const GET: APIRoute = async () => new Response(await drawIco());
