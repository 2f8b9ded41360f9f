import { describe, expect, test } from 'bun:test';
import { describeCourse, describeEvent, toAddress, toJsonLd } from './structured-data.ts';

const origin = new URL('https://league.example');

describe('what a page tells machines (JSON-LD)', () => {
  test('no text of an editor can end the script element or start another', () => {
    const text = toJsonLd([{ '@type': 'Thing', name: '</script><script>alert(1)</script><!-- & \u2028' }]);
    expect(text).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script><!-- & \u2028');
  });

  test('an event has a day, a place, a picture and its organizer, all by full address', () => {
    const event = describeEvent(
      {
        id: 'openmic-1',
        title: 'Open mic',
        description: 'Five minutes each.',
        date: '2025-08-31',
        location: 'Lawn',
        image: '/share/events/openmic-1.jpg',
      },
      origin,
    );
    expect(event).toMatchObject({
      '@type': 'Event',
      startDate: '2025-08-31',
      location: { '@type': 'Place', name: 'Lawn' },
      image: ['https://league.example/share/events/openmic-1.jpg'],
      url: 'https://league.example/events/openmic-1',
      organizer: { '@type': 'Organization', url: 'https://league.example/' },
    });
  });

  test('a course names who gives it, and its length where one is set', () => {
    const course = { name: 'ML', description: 'Data first.', path: '/cohorts' };
    expect(describeCourse(course, origin)).not.toHaveProperty('hasCourseInstance');
    expect(describeCourse({ ...course, duration: 'P6M' }, origin)).toMatchObject({
      provider: { '@type': 'Organization' },
      hasCourseInstance: { duration: 'P6M' },
    });
  });

  test('an address without an origin is a mistake of the build, not half an address', () => {
    expect(() => toAddress('/about', undefined)).toThrow('must name the site');
  });
});
