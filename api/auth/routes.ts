import type { Elysia } from 'elysia';
import type { Frame } from '../endpoint.ts';

export function authRoutes(frame: Frame): Elysia {
  return frame.feature('auth');
}
