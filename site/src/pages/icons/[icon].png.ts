import type { APIRoute } from 'astro';
import { APP_ICONS, drawIcon } from '#site/brand/icons.ts';

export const getStaticPaths = () =>
  Object.entries(APP_ICONS).map(([icon, props]) => ({ params: { icon }, props }));

export const GET: APIRoute<(typeof APP_ICONS)[string]> = async ({ props }) =>
  new Response(await drawIcon(props));
