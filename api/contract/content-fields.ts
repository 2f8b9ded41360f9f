import { z } from 'zod';

/** A line of text for readers; never empty. */
export const NonEmptyText = z.string().trim().min(1, 'must not be empty');

/** An outside address. */
export const OutsideUrl = z.url({
  protocol: /^https$/,
  error: 'must be an address that starts with https://',
});

/** A colour as six hex digits: #1F6FEB. */
export const HexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1F6FEB');
