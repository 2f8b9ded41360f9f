import { type LearningChoices, saveLearningChoices } from '#contract/learning.ts';
import { callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { warn } from '#site/islands/shared/toast/toast.ts';
import { $overview, dashboard } from '../data/dashboard.ts';

// In order, so that the last choice is stored last.
let saving = Promise.resolve();

/** Shown at once, and taken back if the server does not store it. */
export function saveGoal(goal: LearningChoices['dailyGoal']): Promise<void> {
  const before = $overview.get().goal;
  const show = (shown: number) => dashboard.change((data) => ({ ...data, today: { goal: shown } }));
  show(goal);
  saving = saving.then(async () => {
    try {
      await callApi(saveLearningChoices, { body: { dailyGoal: goal } });
    } catch (error) {
      if ($overview.get().goal === goal) show(before);
      warn(toMessage(error, 'Your goal could not be saved. Please try again.'));
    }
  });
  return saving;
}
