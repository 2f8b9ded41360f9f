import { expect, test } from 'bun:test';
import { describeDeletion, matchesName } from './DeletionDialog.tsx';

const nothing = { weeks: 0, sections: 0, resources: 0, people: 0, progress: 0 };
const none = { ...nothing, submissions: 0, badges: 0, certificates: 0 };

test('a deletion names what goes and what stays, and nothing where there is nothing', () => {
  expect(describeDeletion('leagues', none)).toEqual({ gone: [], stays: null });
  expect(describeDeletion('leagues', { ...none, weeks: 2, sections: 5, resources: 15 })).toEqual({
    gone: ['Deleted with it: 2 modules, 5 topics and 15 resources.'],
    stays: null,
  });
  expect(describeDeletion('leagues', { ...none, people: 1 }).gone).toEqual([
    '1 person loses their enrollment.',
  ]);
  const all = { ...none, weeks: 1, people: 1200, progress: 3400, submissions: 5, badges: 1, certificates: 2 };
  expect(describeDeletion('leagues', all)).toEqual({
    gone: [
      'Deleted with it: 1 module.',
      '1,200 people lose their enrollment, 3,400 progress records, 5 assignment answers and 1 badge. Their notes and revision marks go too.',
    ],
    stays: '2 certificates stay valid.',
  });
  const inside = { ...none, weeks: 1, sections: 2, resources: 1, people: 2, progress: 3 };
  expect(describeDeletion('weeks', inside)).toEqual({
    gone: [
      'Deleted with it: 2 topics and 1 resource.',
      '2 people lose 3 progress records. Their notes and revision marks go too.',
    ],
    stays: 'Badges and certificates stay.',
  });
  expect(describeDeletion('sections', inside).gone[0]).toBe('Deleted with it: 1 resource.');
  expect(describeDeletion('resources', { ...inside, people: 1, progress: 1 })).toEqual({
    gone: ['1 person loses 1 progress record. Their notes and revision marks go too.'],
    stays: 'Badges and certificates stay.',
  });
});

test('a typed name may differ by spaces alone', () => {
  expect(matchesName('  Data  structures ', 'Data structures')).toBe(true);
  expect(matchesName('data structures', 'Data structures')).toBe(false);
  expect(matchesName('', 'Data structures')).toBe(false);
});
