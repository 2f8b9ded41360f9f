import {
  at,
  type Chance,
  circle,
  faded,
  GREY,
  INK,
  mix,
  PAPER,
  rect,
  repeat,
  ring,
  SAND,
  shape,
  stroke,
  YELLOW,
} from './draw.ts';
import { person, personFromBehind } from './people.ts';
import {
  bulbs,
  chai,
  chart,
  clock,
  lanyard,
  laptop,
  microphone,
  samosa,
  stickyNotes,
  windowPane,
} from './props.ts';

/** Draws a picture of 1200 × 800 in one accent colour. */
export type Scene = (accent: string, chance: Chance) => string;

const wall = (color: string) => rect(0, 0, 1200, 800, color);
const tint = (accent: string, share: number) => mix(accent, PAPER, share);
const table = (y: number, color: string) =>
  rect(0, y, 1200, 800 - y, color) + rect(0, y, 1200, 18, mix(color, INK, 0.25));

function rows(accent: string, chance: Chance, from: number, count: number): string {
  return repeat(count, (row) => {
    const scale = 0.62 + row * 0.24;
    const gap = 150 * (0.8 + row * 0.3);
    const people = Math.ceil(1300 / gap) + 1;
    return repeat(people, (index) =>
      personFromBehind(index * gap + (row % 2 ? gap / 2 : 0) - 30, from + row * 120, scale, chance, accent),
    );
  });
}

function seatedTeam(accent: string, chance: Chance, count: number): string {
  const gap = 1040 / count;
  return repeat(count, (index) => {
    const x = 80 + gap * (index + 0.5);
    return person(x, 500 + chance.between(-24, 14), 1.25, chance, accent);
  });
}

function network(accent: string, chance: Chance, line: string): string {
  const points = Array.from({ length: 11 }, (_, index) => ({
    x: 190 + (index % 4) * 250 + chance.between(-50, 50),
    y: 150 + Math.floor(index / 4) * 170 + chance.between(-30, 30),
  }));
  return (
    points
      .flatMap((point, index) =>
        [points[index + 1], points[index + 4]]
          .filter((other) => other !== undefined)
          .map((other) =>
            stroke(
              `M${Math.round(point.x)} ${Math.round(point.y)}L${Math.round(other.x)} ${Math.round(other.y)}`,
              line,
              6,
            ),
          ),
      )
      .join('') +
    points
      .map((point, index) =>
        circle(
          point.x,
          point.y,
          index % 3 === 0 ? 40 : 26,
          index % 3 === 0 ? YELLOW : index % 3 === 1 ? accent : line,
        ),
      )
      .join('')
  );
}

function codeLines(chance: Chance, accent: string, marked: boolean): string {
  return repeat(11, (index) => {
    const y = 130 + index * 46;
    const indent = 180 + Math.round(chance.between(0, 3)) * 52;
    const first = chance.between(60, 190);
    const second = chance.between(90, 330);
    return (
      (marked && index === 6 ? rect(150, y - 22, 900, 44, mix(YELLOW, INK, 0.62)) : '') +
      rect(indent, y - 9, first, 18, chance.pick([YELLOW, tint(accent, 0.35), PAPER]), 9) +
      rect(indent + first + 24, y - 9, second, 18, chance.pick([GREY, tint(accent, 0.5), '#8F8A7A']), 9)
    );
  });
}

const stars = (chance: Chance) =>
  repeat(40, () => circle(chance.between(0, 1200), chance.between(0, 420), chance.between(1.5, 4), PAPER));
const ridge = (base: number, height: number, color: string, chance: Chance) => {
  const peaks = Array.from(
    { length: 6 },
    (_, index) =>
      `L${index * 240 + 120} ${Math.round(base - chance.between(0.4, 1) * height)}L${index * 240 + 240} ${Math.round(base - height * 0.15)}`,
  );
  return shape(`M0 ${base}${peaks.join('')}V800H0Z`, color);
};

export const SCENES = {
  hall: (accent, chance) =>
    wall(tint(accent, 0.82)) +
    rect(250, 70, 700, 330, INK, 8) +
    chart(460, 150, 0.95, tint(accent, 0.3), YELLOW) +
    rows(accent, chance, 480, 4),
  audience: (accent, chance) =>
    wall(INK) +
    shape('M600-60L120 800H1080Z', mix(YELLOW, INK, 0.72)) +
    rect(330, 300, 540, 150, mix(accent, INK, 0.55)) +
    person(600, 300, 0.9, chance, accent) +
    rows(accent, chance, 520, 4),
  team: (accent, chance) => {
    const count = chance.pick([4, 4, 5]);
    return (
      wall(chance.pick([tint(accent, 0.75), SAND, mix(YELLOW, PAPER, 0.35)])) +
      stroke(`M90 120H${chance.pick([420, 560, 700])}M90 170H360`, tint(accent, 0.5), 14) +
      seatedTeam(accent, chance, count) +
      table(590, '#C99A62') +
      repeat(count, (index) =>
        laptop(80 + (1040 / count) * (index + 0.5), 620, 1.05, index % 2 ? INK : mix(accent, INK, 0.3)),
      )
    );
  },
  trio: (accent, chance) =>
    wall(tint(accent, 0.7)) +
    circle(600, 420, 360, tint(accent, 0.4)) +
    person(380, 500, 1.5, chance, accent) +
    person(820, 500, 1.5, chance, accent) +
    person(600, 540, 1.6, chance, accent) +
    table(640, '#C99A62') +
    laptop(600, 680, 1.7, INK),
  ideas: (accent, chance) =>
    wall(tint(accent, 0.85)) +
    stickyNotes(110, 70, 9, 5, 88, [YELLOW, YELLOW, accent, tint(accent, 0.45), '#FFFFFF'], chance.next) +
    personFromBehind(330, 780, 1.9, chance, accent) +
    personFromBehind(830, 800, 1.7, chance, accent),
  moreIdeas: (accent, chance) =>
    wall(mix(accent, INK, 0.78)) +
    stickyNotes(40, 40, 13, 9, 70, [YELLOW, YELLOW, accent, tint(accent, 0.4), PAPER], chance.next),
  board: (accent, chance) =>
    wall(SAND) +
    rect(90, 60, 1020, 540, PAPER, 12) +
    network(accent, chance, INK) +
    personFromBehind(260, 790, 1.7, chance, accent) +
    rect(90, 600, 1020, 18, GREY, 6),
  network: (accent, chance) => wall(INK) + at(0, 60, 1, network(accent, chance, mix(accent, PAPER, 0.2))),
  circuit: (accent, chance) =>
    wall(mix(accent, INK, 0.2)) +
    rect(300, 160, 600, 480, '#0F5A46', 24) +
    rect(500, 310, 200, 180, INK, 10) +
    repeat(6, (index) =>
      stroke(
        `M${515 + index * 34} 310V${Math.round(chance.between(190, 260))}H${Math.round(chance.between(330, 870))}`,
        YELLOW,
        6,
      ),
    ) +
    repeat(6, (index) =>
      stroke(
        `M${515 + index * 34} 490V${Math.round(chance.between(540, 610))}H${Math.round(chance.between(330, 870))}`,
        '#9AD7C1',
        6,
      ),
    ) +
    repeat(4, (index) => circle(340 + (index % 2) * 520, 200 + Math.floor(index / 2) * 400, 18, PAPER)) +
    stroke('M900 400C1000 400 980 620 1200 600M900 440C980 450 960 700 1200 690', INK, 12),
  chai: (accent, chance) =>
    wall(tint(accent, 0.7)) +
    rect(60, 90, 1080, 620, mix(accent, INK, 0.25), 30) +
    repeat(21, (index) =>
      chai(170 + (index % 7) * 143, 290 + Math.floor(index / 7) * 170 + chance.between(-4, 4), 1.5),
    ),
  snacks: (accent, chance) =>
    wall(YELLOW) +
    circle(820, 420, 300, PAPER) +
    ring(820, 420, 250, SAND, 6) +
    repeat(7, (index) =>
      samosa(680 + (index % 3) * 140 + chance.between(-8, 8), 330 + Math.floor(index / 3) * 130, 1.4),
    ) +
    repeat(4, (index) => chai(170 + (index % 2) * 190, 350 + Math.floor(index / 2) * 260, 2.1)) +
    stroke('M0 780H1200', accent, 40),
  desk: (accent, chance) =>
    wall('#C99A62') +
    rect(330, 130, 540, 360, INK, 16) +
    rect(356, 156, 488, 308, mix(accent, INK, 0.5), 6) +
    repeat(6, (index) =>
      rect(
        390,
        190 + index * 42,
        chance.between(120, 380),
        16,
        chance.pick([YELLOW, PAPER, tint(accent, 0.4)]),
        8,
      ),
    ) +
    rect(330, 500, 540, 210, '#D8D2C2', 16) +
    repeat(40, (index) => rect(356 + (index % 10) * 50, 522 + Math.floor(index / 10) * 36, 40, 26, INK, 4)) +
    circle(1010, 230, 74, PAPER) +
    circle(1010, 230, 56, '#7A4A26') +
    rect(80, 240, 190, 270, PAPER, 6) +
    stroke('M110 300H230M110 345H210M110 390H230M110 435H180', accent, 8) +
    stroke('M970 430L1090 660', YELLOW, 18),
  desk3: (accent, chance) =>
    wall(GREY) +
    circle(250, 120, 420, mix(YELLOW, GREY, 0.75)) +
    circle(250, 120, 260, mix(YELLOW, GREY, 0.5)) +
    rect(480, 230, 480, 330, INK, 16) +
    rect(504, 254, 432, 282, mix(accent, INK, 0.4), 6) +
    repeat(5, (index) =>
      rect(540, 290 + index * 46, chance.between(90, 340), 16, chance.pick([YELLOW, PAPER]), 8),
    ) +
    [180, 330, 255]
      .map(
        (x, index) =>
          circle(x, 470 + index * 90 - (index === 2 ? 0 : 20), 66, PAPER) +
          circle(x, 470 + index * 90 - (index === 2 ? 0 : 20), 48, '#7A4A26'),
      )
      .join(''),
  code: (accent, chance) =>
    wall(tint(accent, 0.6)) +
    rect(110, 60, 980, 600, INK, 20) +
    codeLines(chance, accent, false) +
    rect(520, 660, 160, 80, GREY) +
    rect(400, 730, 400, 26, GREY, 13),
  codeMarked: (accent, chance) => wall(INK) + codeLines(chance, accent, true),
  clock: (accent) =>
    wall(mix(accent, INK, 0.5)) +
    rect(0, 640, 1200, 160, INK) +
    clock(600, 360, 250, 23, 15) +
    laptop(220, 650, 1, GREY) +
    laptop(980, 650, 1, GREY),
  night: (accent, chance) =>
    wall(mix(accent, INK, 0.8)) +
    windowPane(
      110,
      80,
      480,
      480,
      '#1B2A4A',
      repeat(14, () => circle(chance.between(130, 570), chance.between(100, 400), 3, PAPER)) +
        circle(440, 200, 66, '#FFF3C4'),
    ) +
    shape('M860 250L720 640H1080L940 250Z', mix(YELLOW, INK, 0.55)) +
    stroke('M900 640V240', INK, 16) +
    shape('M820 250H980L940 150H860Z', accent) +
    table(640, '#6B4A2C') +
    laptop(420, 660, 1.4, GREY),
  lateTeam: (accent, chance) =>
    wall(INK) +
    circle(600, 470, 330, mix(accent, INK, 0.55)) +
    person(450, 520, 1.5, chance, accent) +
    person(770, 520, 1.5, chance, accent) +
    table(640, '#4A3421') +
    laptop(450, 670, 1.5, GREY) +
    laptop(770, 670, 1.5, GREY),
  dawn: (accent, chance) =>
    wall('#F6B58C') +
    rect(0, 0, 1200, 260, '#F9D3A6') +
    circle(600, 520, 170, YELLOW) +
    repeat(9, (index) => {
      const height = chance.between(120, 330);
      const color = mix(accent, INK, 0.65);
      return (
        rect(index * 140 - 20, 700 - height, 130, height, color) +
        repeat(4, (light) =>
          rect(
            index * 140 + 6 + (light % 2) * 50,
            730 - height + Math.floor(light / 2) * 60,
            24,
            30,
            chance.next() > 0.5 ? YELLOW : GREY,
          ),
        )
      );
    }) +
    rect(0, 690, 1200, 110, INK),
  pitch: (accent, chance) =>
    wall(INK) +
    shape('M300 0L60 800H760Z', mix(YELLOW, INK, 0.8)) +
    rect(520, 90, 580, 360, PAPER, 8) +
    chart(650, 220, 0.95, chance.pick([accent, tint(accent, 0.3)]), INK) +
    rect(0, 640, 1200, 160, mix(accent, INK, 0.35)) +
    person(330, 560, 1.5, chance, accent) +
    microphone(440, 700, 0.6) +
    repeat(9, (index) => personFromBehind(index * 150, 830, 0.8, chance, accent)),
  prototype: (accent, chance) =>
    wall(mix(accent, INK, 0.35)) +
    circle(760, 380, 300, mix(accent, PAPER, 0.2)) +
    rect(640, 150, 260, 480, INK, 36) +
    rect(660, 190, 220, 390, PAPER, 8) +
    circle(770, 300, 64, YELLOW) +
    stroke('M700 420H840M700 460H800M700 500H830', accent, 12) +
    person(330, 650, 1.8, chance, accent) +
    rect(0, 740, 1200, 60, INK),
  trophy: (accent) =>
    wall(mix(accent, PAPER, 0.1)) +
    repeat(18, (index) =>
      shape(
        `M600 400L${Math.round(600 + Math.cos((index / 18) * 6.283) * 900)} ${Math.round(400 + Math.sin((index / 18) * 6.283) * 900)}L${Math.round(600 + Math.cos(((index + 0.5) / 18) * 6.283) * 900)} ${Math.round(400 + Math.sin(((index + 0.5) / 18) * 6.283) * 900)}Z`,
        mix(accent, PAPER, 0.28),
      ),
    ) +
    shape('M430 160H770Q770 440 640 470V540H560V470Q430 440 430 160Z', YELLOW) +
    stroke('M430 210H350Q350 350 450 370M770 210H850Q850 350 750 370', YELLOW, 30) +
    rect(480, 540, 240, 50, INK, 6) +
    rect(420, 590, 360, 210, GREY) +
    stroke('M520 220Q520 340 560 390', PAPER, 14),
  group: (accent, chance) =>
    wall(mix(YELLOW, PAPER, 0.1)) +
    repeat(3, (row) =>
      repeat(9 - row, (index) =>
        person(
          600 + (index - (8 - row) / 2) * (128 + row * 22),
          350 + row * 170,
          0.95 + row * 0.22,
          chance,
          accent,
        ),
      ),
    ),
  venue: (accent) =>
    wall('#BFE0EE') +
    circle(1010, 150, 80, YELLOW) +
    rect(150, 250, 900, 480, tint(accent, 0.45)) +
    shape('M110 250H1090L600 90Z', mix(accent, INK, 0.2)) +
    repeat(6, (index) => rect(200 + index * 148, 300, 60, 380, PAPER)) +
    rect(500, 420, 200, 310, INK) +
    rect(330, 270, 540, 90, YELLOW, 6) +
    stroke('M380 315H650M690 315H820', INK, 16) +
    rect(0, 700, 1200, 100, '#6E8B4E') +
    shape('M480 800L540 700H660L720 800Z', SAND),
  checkIn: (accent, chance) =>
    wall(tint(accent, 0.8)) +
    rect(80, 80, 420, 130, YELLOW, 8) +
    stroke('M130 130H450M130 165H330', INK, 14) +
    repeat(3, (index) => person(240 + index * 260, 470, 1.1, chance, accent)) +
    table(540, mix(accent, INK, 0.25)) +
    repeat(6, (index) => rect(90 + index * 190, 500, 120, 50, PAPER, 6)) +
    repeat(5, (index) => personFromBehind(60 + index * 270, 830, 1.3, chance, accent)),
  lanyards: (accent) =>
    wall(SAND) +
    rect(0, 60, 1200, 30, GREY) +
    repeat(14, (index) =>
      at(
        (index % 7) * 164 + 110,
        80 + Math.floor(index / 7) * 350,
        1,
        lanyard(0, 0, index % 3 === 0 ? accent : index % 3 === 1 ? INK : mix(accent, INK, 0.4)),
      ),
    ),
  mentor: (accent, chance) =>
    wall(tint(accent, 0.8)) +
    rect(430, 70, 660, 420, PAPER, 12) +
    at(420, 40, 0.56, network(accent, chance, INK)) +
    person(250, 700, 1.7, chance, accent) +
    personFromBehind(720, 800, 1.6, chance, accent) +
    personFromBehind(1000, 810, 1.5, chance, accent),
  talk: (accent, chance) =>
    wall(mix(YELLOW, PAPER, 0.3)) +
    circle(330, 420, 250, accent) +
    circle(870, 420, 250, mix(accent, INK, 0.55)) +
    person(330, 560, 1.9, chance, accent) +
    person(870, 560, 1.9, chance, accent) +
    rect(430, 90, 340, 130, INK, 30) +
    shape('M520 210L480 270L580 215Z', INK) +
    [520, 600, 680].map((x) => circle(x, 155, 18, YELLOW)).join(''),
  bus: (accent, chance) =>
    wall('#BFE0EE') +
    ridge(470, 330, mix(accent, PAPER, 0.35), chance) +
    ridge(560, 200, mix(accent, INK, 0.2), chance) +
    rect(0, 620, 1200, 180, GREY) +
    stroke('M0 720H1200', YELLOW, 10) +
    rect(300, 390, 620, 270, YELLOW, 40) +
    repeat(4, (index) => rect(340 + index * 125, 430, 100, 90, INK, 12)) +
    rect(850, 430, 70, 130, INK, 12) +
    [440, 780].map((x) => circle(x, 660, 58, INK) + circle(x, 660, 24, PAPER)).join('') +
    stroke('M300 580H840', INK, 14),
  camp: (accent, chance) =>
    wall('#14203A') +
    stars(chance) +
    ridge(520, 300, mix(accent, INK, 0.7), chance) +
    rect(0, 560, 1200, 240, mix(accent, INK, 0.5)) +
    shape('M80 660L230 400L380 660Z', YELLOW) +
    shape('M230 400L200 660H280Z', INK) +
    shape('M820 660L980 420L1140 660Z', tint(accent, 0.4)) +
    shape('M980 420L950 660H1030Z', INK) +
    circle(600, 660, 190, mix(YELLOW, '#14203A', 0.7)) +
    shape('M600 500Q690 620 650 690Q600 730 550 690Q510 620 600 500Z', '#F07A2B') +
    shape('M600 580Q640 640 622 690Q600 706 578 690Q560 640 600 580Z', YELLOW) +
    repeat(4, (index) => personFromBehind(330 + index * 180, 800, 0.8, chance, accent)),
  trail: (accent, chance) =>
    wall('#F9E7C4') +
    circle(880, 210, 110, YELLOW) +
    ridge(420, 260, mix(accent, PAPER, 0.55), chance) +
    ridge(540, 240, mix(accent, PAPER, 0.25), chance) +
    ridge(660, 220, accent, chance) +
    ridge(800, 190, mix(accent, INK, 0.45), chance) +
    stroke('M80 800Q320 690 260 620T520 520T560 420', PAPER, 10),
  letter: (accent) =>
    wall(accent) +
    rect(250, 190, 700, 440, PAPER, 12) +
    stroke('M250 200L600 460L950 200', SAND, 14) +
    stroke('M250 620L500 400M950 620L700 400', SAND, 10) +
    circle(600, 450, 84, YELLOW) +
    stroke('M600 410V490M560 450H640', INK, 12),
  call: (accent, chance) =>
    wall(INK) +
    repeat(12, (index) => {
      const x = 60 + (index % 4) * 275;
      const y = 60 + Math.floor(index / 4) * 235;
      const box =
        index === 5 ? YELLOW : index % 3 === 0 ? accent : tint(accent, index % 3 === 1 ? 0.5 : 0.78);
      return `<svg x="${x}" y="${y}" width="255" height="215" viewBox="0 0 255 215">${rect(0, 0, 255, 215, box, 12)}${person(128, 185, 0.95, chance, accent)}</svg>`;
    }),
  openStage: (accent, chance) =>
    wall('#22335A') +
    stars(chance) +
    rect(180, 300, 840, 320, mix(accent, INK, 0.4)) +
    stroke('M180 620V240H1020V620', YELLOW, 18) +
    person(600, 560, 1.5, chance, accent) +
    microphone(720, 690, 0.55) +
    rect(120, 620, 960, 70, '#6B4A2C') +
    rect(0, 690, 1200, 110, '#39512F'),
  bulbsAndMicrophone: (accent) =>
    wall(mix(accent, INK, 0.15)) +
    bulbs(90, 9, 70) +
    circle(600, 470, 250, mix(accent, PAPER, 0.15)) +
    microphone(600, 780, 0.95) +
    faded(0.25, rect(0, 730, 1200, 70, INK)),
  reader: (accent, chance) =>
    wall(INK) +
    shape('M600-80L240 800H960Z', mix(YELLOW, INK, 0.35)) +
    rect(0, 700, 1200, 100, mix(accent, INK, 0.4)) +
    person(600, 600, 2.1, chance, accent) +
    rect(520, 590, 170, 130, PAPER, 4) +
    stroke('M545 625H665M545 655H640M545 685H665', INK, 6) +
    microphone(760, 760, 0.8),
  lab: (accent, chance) =>
    wall(tint(accent, 0.78)) +
    rect(350, 60, 500, 260, INK, 10) +
    repeat(5, (index) =>
      rect(
        390,
        100 + index * 40,
        chance.between(120, 400),
        14,
        chance.pick([YELLOW, PAPER, tint(accent, 0.4)]),
        7,
      ),
    ) +
    repeat(3, (row) =>
      repeat(
        5,
        (index) =>
          laptop(120 + index * 245, 450 + row * 150, 0.75 + row * 0.12, GREY) +
          personFromBehind(120 + index * 245, 500 + row * 155, 0.72 + row * 0.12, chance, accent),
      ),
    ),
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
