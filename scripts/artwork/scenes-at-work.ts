import {
  at,
  circle,
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
import { chai, clock, laptop, stickyNotes, windowPane } from './props.ts';
import {
  codeLines,
  layers,
  network,
  type Scene,
  seatedTeam,
  table,
  teamAtTable,
  tint,
  wall,
} from './scene-parts.ts';

/** Around the board, clear of it. */
const SENSOR_PLACES: readonly (readonly [number, number])[] = [
  [170, 160],
  [1030, 160],
  [140, 420],
  [1060, 420],
  [210, 660],
  [990, 660],
];

/** People, screens and tables: the work itself. */
export const SCENES_AT_WORK = {
  team: (accent, chance) => teamAtTable(accent, chance, 4),
  teamOfFive: (accent, chance) => teamAtTable(accent, chance, 5),
  longTable: (accent, chance) =>
    wall(tint(accent, 0.75)) +
    repeat(
      3,
      (index) =>
        rect(150 + index * 330, 70, 240, 170, PAPER, 8) +
        stroke(
          `M${190 + index * 330} 130h${150 - index * 30}m-${150 - index * 30} 45h90`,
          tint(accent, 0.4),
          12,
        ),
    ) +
    seatedTeam(accent, chance, 5) +
    table(580, '#C99A62') +
    repeat(4, (index) => rect(150 + index * 260, 596, 130, 44, PAPER, 4)) +
    repeat(4, (index) => chai(330 + index * 250, 650, 0.8)) +
    repeat(5, (index) => personFromBehind(90 + index * 255, 850, 1.45, chance, accent)),
  solder: (accent, chance) =>
    wall(tint(accent, 0.72)) +
    circle(600, 250, 330, tint(accent, 0.5)) +
    person(270, 470, 1.9, chance, accent) +
    person(930, 470, 1.9, chance, accent) +
    table(560, '#C99A62') +
    shape('M390 600H810L880 760H320Z', '#0F5A46') +
    shape('M520 640H680L700 700H500Z', INK) +
    repeat(5, (index) => stroke(`M${530 + index * 35} 640V618H${440 + index * 80}`, YELLOW, 6)) +
    repeat(5, (index) => stroke(`M${515 + index * 42} 700V726H${400 + index * 100}`, '#9AD7C1', 6)) +
    stroke('M760 560L700 628', GREY, 20) +
    stroke('M705 622L690 640', '#C9C2AE', 8) +
    stroke('M690 640m-34-8h-22m34-22l-16-18m50 6v-26', YELLOW, 7) +
    stroke('M760 560C840 470 1010 520 1200 600', INK, 10),
  sensors: (accent, chance) =>
    wall(SAND) +
    repeat(9, (index) => stroke(`M0 ${index * 100}H1200M${index * 150} 0V800`, mix(SAND, INK, 0.06), 3)) +
    SENSOR_PLACES.map(([x, y], index) =>
      stroke(
        `M${600 + (x < 600 ? -150 : 150)} ${340 + index * 22}C${(x + 600) / 2} ${340 + index * 22} ${(x + 600) / 2} ${y} ${x} ${y}`,
        [accent, INK, YELLOW, mix(accent, INK, 0.45), '#0F5A46', tint(accent, 0.3)][index] ?? INK,
        12,
      ),
    ).join('') +
    SENSOR_PLACES.map(
      ([x, y], index) =>
        circle(x, y, 84, index % 2 ? PAPER : '#0F5A46') +
        (index % 3 === 0
          ? circle(x, y, 44, INK) + circle(x - 12, y - 12, 12, PAPER)
          : index % 3 === 1
            ? stroke(`M${x - 40} ${y + 14}l20-34 20 40 20-46 20 40`, accent, 10)
            : ring(x, y, 46, YELLOW, 10) + circle(x, y, 16, YELLOW)),
    ).join('') +
    rect(430, 280, 340, 240, '#0F5A46', 18) +
    rect(530, 340, 140, 120, INK, 8) +
    repeat(
      8,
      (index) => circle(465 + index * 38, 304, 9, YELLOW) + circle(465 + index * 38, 496, 9, YELLOW),
    ) +
    stroke(`M548 ${Math.round(chance.between(378, 392))}h104m-104 32h60`, tint(accent, 0.4), 8),
  model: (accent, chance) =>
    wall(mix(accent, INK, 0.82)) +
    rect(110, 50, 980, 540, INK, 18) +
    layers(accent) +
    stroke('M800 140V500H1030', GREY, 8) +
    stroke('M820 170C850 330 890 430 1020 462', YELLOW, 12) +
    stroke('M820 200C870 380 930 380 1020 352', accent, 8) +
    personFromBehind(330, 800, 1.9, chance, accent) +
    personFromBehind(820, 810, 1.75, chance, accent),
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
  mentor: (accent, chance) =>
    wall(tint(accent, 0.8)) +
    rect(430, 70, 660, 420, PAPER, 12) +
    at(420, 40, 0.56, network(accent, chance, INK)) +
    person(250, 700, 1.7, chance, accent) +
    personFromBehind(720, 800, 1.6, chance, accent) +
    personFromBehind(1000, 810, 1.5, chance, accent),
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
    wall(mix(accent, INK, 0.84)) +
    circle(600, 500, 380, mix(accent, INK, 0.62)) +
    circle(600, 500, 270, mix(accent, INK, 0.45)) +
    windowPane(
      860,
      70,
      250,
      300,
      '#1B2A4A',
      repeat(9, () => circle(chance.between(875, 1095), chance.between(85, 250), 3, PAPER)) +
        circle(930, 150, 38, '#FFF3C4'),
    ) +
    clock(200, 200, 115, 2, 0) +
    stickyNotes(470, 60, 4, 2, 58, [YELLOW, accent, tint(accent, 0.45), PAPER], chance.next) +
    person(450, 520, 1.5, chance, accent) +
    person(770, 520, 1.5, chance, accent) +
    table(640, '#4A3421') +
    laptop(450, 670, 1.5, GREY) +
    laptop(770, 670, 1.5, GREY) +
    chai(610, 720, 1.1) +
    chai(960, 735, 1.1) +
    chai(1040, 720, 1.1) +
    rect(130, 690, 180, 60, PAPER, 4) +
    stroke('M155 712H270M155 732H230', accent, 8),
  clock: (accent) =>
    wall(mix(accent, INK, 0.5)) +
    rect(0, 640, 1200, 160, INK) +
    clock(600, 360, 250, 23, 15) +
    laptop(220, 650, 1, GREY) +
    laptop(980, 650, 1, GREY),
} satisfies Record<string, Scene>;
