import type { APIRoute } from 'astro';
import { drawIcon, TOUCH_ICON } from '#site/brand/icons.ts';

export const GET: APIRoute = async () => new Response(await drawIcon(TOUCH_ICON));
