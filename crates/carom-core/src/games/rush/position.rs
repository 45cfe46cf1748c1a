//! A legal X-mas Rush position, and the pushes and steps from it.

use std::sync::Arc;

use super::{Barrier, Illegal, MAX_STEPS, Step, Tiles, Turn, Walk, puzzle, stages};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};
use crate::games::board_image::BoardImage;
use crate::games::rules::those_that_apply;
use crate::games::{
    GameRules, HandTile, Item, ItemPlace, ItemState, Push, Scene, Stage, Tile, Visitor,
};

/// A legal position, during a turn or between two turns. Cheap to clone: names and script are
/// shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    fixed: Arc<FixedParts>,
    tiles: Tiles,
    player: Square,
    hand: Tile,
    opponent_hand: Option<Tile>,
    items: Vec<ItemState>,
    turns: usize,
    /// Steps walked in this turn.
    steps: u8,
}

/// The parts that no move changes.
#[derive(Debug, PartialEq, Eq, Hash)]
struct FixedParts {
    board: Board,
    opponent: Vec<Push>,
}

impl Position {
    pub(super) fn new(
        (board, opponent): (Board, Vec<Push>),
        tiles: Tiles,
        player: Square,
        (hand, opponent_hand): (Tile, Option<Tile>),
        items: Vec<ItemState>,
    ) -> Self {
        let mut position = Self {
            fixed: Arc::new(FixedParts { board, opponent }),
            tiles,
            player,
            hand,
            opponent_hand,
            items,
            turns: 0,
            steps: 0,
        };
        position.collect();
        position
    }

    /// Returns the tiles on the board.
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// Returns the square of the player.
    pub const fn player(&self) -> Square {
        self.player
    }

    /// Returns the tile in hand.
    pub const fn hand(&self) -> Tile {
        self.hand
    }

    /// Returns the tile in the opponent's hand, if there is an opponent.
    pub const fn opponent_hand(&self) -> Option<Tile> {
        self.opponent_hand
    }

    /// Returns the items, in the order of the text.
    pub fn items(&self) -> &[ItemState] {
        &self.items
    }

    /// Returns the items that are still to be collected.
    pub fn remaining(&self) -> impl Iterator<Item = &Item> {
        let left = self.items.iter().filter(|state| state.is_quest && !state.is_collected);
        left.map(|state| &state.item)
    }

    /// Returns the number of turns begun.
    pub const fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the number of steps walked in this turn.
    pub const fn steps(&self) -> u8 {
        self.steps
    }

    /// Returns the opponent's pushes from now on, one a turn.
    pub fn opponent(&self) -> &[Push] {
        self.fixed.opponent.get(self.turns..).unwrap_or_default()
    }

    /// Begins a turn. Both sides push, rows before columns, and after each push the player
    /// collects the item under it. If both push the same line, it stays where it is.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the push is against the rules.
    pub fn push(&self, push: Push) -> Result<Self, Illegal> {
        let mut next = self.pushed(push)?;
        next.collect();
        Ok(next)
    }

    /// Returns the position after the pushes of both sides, before the player collects the item
    /// under it.
    pub(super) fn pushed(&self, push: Push) -> Result<Self, Illegal> {
        if let Some(between) = self.between_pushes(push)? {
            return Ok(between.push_lines(push, self.opponent().first(), false));
        }
        let mut next = self.turn_begun();
        let theirs = self.opponent().first();
        if !theirs.is_some_and(|theirs| theirs.same_line(push)) {
            next = next.push_lines(push, theirs, push.is_row());
        }
        Ok(next)
    }

    /// Returns the position after the row push of a turn and its collection, if a column push
    /// of the other side follows.
    pub(super) fn between_pushes(&self, push: Push) -> Result<Option<Self>, Illegal> {
        if !push.is_on(self.board()) {
            return Err(Illegal::NoSuchLine(push));
        }
        let theirs = self.opponent().first();
        let crosses = theirs.is_some_and(|theirs| theirs.is_row() != push.is_row());
        Ok(crosses.then(|| {
            let mut between = self.turn_begun().push_lines(push, theirs, true);
            between.collect();
            between
        }))
    }

    fn turn_begun(&self) -> Self {
        Self { turns: self.turns + 1, steps: 0, ..self.clone() }
    }

    /// Pushes the rows of both sides, or the columns.
    #[must_use]
    fn push_lines(mut self, own: Push, theirs: Option<&Push>, rows: bool) -> Self {
        if own.is_row() == rows {
            self.hand = self.push_line(own, self.hand, ItemPlace::Hand);
        }
        if let Some(&theirs) = theirs
            && theirs.is_row() == rows
            && let Some(hand) = self.opponent_hand
        {
            let fallen = self.push_line(theirs, hand, ItemPlace::OpponentHand);
            self.opponent_hand = Some(fallen);
        }
        self
    }

    /// Returns the position with the player on another square, where it collects nothing.
    pub(super) fn with_player(&self, square: Square) -> Self {
        Self { player: square, ..self.clone() }
    }

    /// Returns the position with the quests on `squares` collected.
    pub(super) fn with_collected(mut self, squares: &[Square]) -> Self {
        for &square in squares {
            self.player = square;
            self.collect();
        }
        self
    }

    /// Moves the tiles of a line, with the items and the player on them. Returns the tile that
    /// falls off.
    fn push_line(&mut self, push: Push, hand: Tile, from: ItemPlace) -> Tile {
        let fixed = Arc::clone(&self.fixed);
        let board = &fixed.board;
        let beyond = |square| match push.contains(square) {
            true => board.beyond(square, push.direction()),
            false => Some(square),
        };
        for ItemState { item, .. } in &mut self.items {
            item.place = match item.place {
                ItemPlace::Board(square) => beyond(square).map_or(from, ItemPlace::Board),
                place if place == from => ItemPlace::Board(push.entry(board)),
                place => place,
            };
        }
        self.player = beyond(self.player).unwrap_or(push.entry(board));
        self.tiles.push(board, push, hand)
    }

    /// Returns the square that a step from `square` leads to.
    ///
    /// # Errors
    ///
    /// The [`Barrier`] in the way.
    pub fn beyond(&self, square: Square, direction: Direction) -> Result<Square, Barrier> {
        let next = self.board().beyond(square, direction).ok_or(Barrier::Border)?;
        let (own, other) = (self.tiles.get(square), self.tiles.get(next));
        if !own.opens(direction) {
            return Err(Barrier::Own(own));
        }
        if !other.opens(direction.opposite()) {
            return Err(Barrier::Next(next, other));
        }
        Ok(next)
    }

    /// Walks one step.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the step is against the rules.
    pub fn step(&self, direction: Direction) -> Result<Self, Illegal> {
        if self.turns == 0 {
            return Err(Illegal::StepBeforePush);
        }
        if self.steps == MAX_STEPS {
            return Err(Illegal::TooManySteps);
        }
        let step = Step { number: self.steps + 1, from: self.player, direction };
        let stop = self.beyond(self.player, direction);
        let mut next = self.clone();
        next.player = stop.map_err(|barrier| Illegal::Blocked(step, barrier))?;
        next.steps += 1;
        next.collect();
        Ok(next)
    }

    /// Collects the item under the player.
    fn collect(&mut self) {
        let here = ItemPlace::Board(self.player);
        for state in &mut self.items {
            state.is_collected |= state.is_quest && state.item.place == here;
        }
    }

    /// Returns the squares that the player can walk to with the remaining steps of this turn. Before
    /// the first push no steps remain, but the squares of a whole walk are shown.
    pub fn reachable(&self) -> Bitboard {
        let mut reached: Bitboard = [self.player].into_iter().collect();
        let mut frontier = vec![self.player];
        for _ in self.steps..MAX_STEPS {
            let mut next = Vec::new();
            for square in frontier {
                for direction in Direction::ALL {
                    if let Ok(beyond) = self.beyond(square, direction)
                        && reached.insert(beyond)
                    {
                        next.push(beyond);
                    }
                }
            }
            frontier = next;
        }
        reached
    }
}

impl GameRules for Position {
    type Move = Turn;
    type Illegal = Illegal;

    fn board(&self) -> &Board {
        &self.fixed.board
    }

    fn is_solved(&self) -> bool {
        self.remaining().next().is_none()
    }

    fn unsolved_reason(&self) -> String {
        let left = self.remaining().map(|item| match item.place {
            ItemPlace::Board(square) => format!("{} is on {square}", item.name),
            ItemPlace::Hand => format!("{} is in the hand", item.name),
            ItemPlace::OpponentHand => format!("{} is in the opponent's hand", item.name),
        });
        left.collect::<Vec<_>>().join(", ")
    }

    fn unreachable_reason(&self) -> String {
        "an item stays in the opponent's hand".to_owned()
    }

    /// All pushes, each without a walk. A push is a prefix of all its walks.
    fn legal_moves(&self) -> Vec<Turn> {
        let turn = |push| Turn { push, walk: Walk::EMPTY };
        Push::all(self.board()).map(turn).collect()
    }

    fn play(&self, turn: Turn) -> Result<Self, Illegal> {
        let pushed = self.push(turn.push)?;
        turn.walk.iter().try_fold(pushed, |position, direction| position.step(direction))
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        puzzle::visit(self, visitor)
    }

    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let (board, script) = (self.board(), self.opponent());
        let has_item = |place| u8::from(self.remaining().any(|item| item.place == place)) << 4;
        let mut image = BoardImage::new(board, symmetry);
        for square in board.squares() {
            let tile = self.tiles.get(square).transformed(symmetry).bits();
            image.mark(square, tile | has_item(ItemPlace::Board(square)));
        }
        image.mark(self.player, 1 << 5);
        let theirs = self
            .opponent_hand
            .filter(|_| !script.is_empty())
            .unwrap_or_default()
            .transformed(symmetry)
            .bits()
            | has_item(ItemPlace::OpponentHand);
        let hand = self.hand.transformed(symmetry).bits() | has_item(ItemPlace::Hand);
        let mut bytes = image.bytes(&[hand, theirs]);
        for push in script {
            let pushed = push.transformed(board, symmetry);
            bytes.extend([pushed.line(), pushed.direction() as u8]);
        }
        bytes
    }

    /// A row push precedes a column push, so axes cannot be swapped if both sides push.
    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        self.opponent().is_empty() || !symmetry.swaps_sides()
    }

    fn transform_move(&self, turn: Turn, symmetry: Symmetry) -> Option<Turn> {
        let board = self.board();
        let steps = turn.walk.iter().map(|direction| symmetry.direction(direction));
        Some(Turn {
            push: turn.push.is_on(board).then(|| turn.push.transformed(board, symmetry))?,
            walk: Walk::new(steps).expect("as long as before"),
        })
    }

    fn board_in_words(&self) -> Vec<&'static str> {
        let is_played = !self.opponent().is_empty();
        those_that_apply(&[(is_played, "The opponent pushes a line in each turn too.")])
    }

    fn ground(&self, square: Square) -> char {
        self.tiles().get(square).glyph()
    }

    fn scene(&self) -> Scene {
        let tiles = self.tiles();
        let squares = self.board().squares();
        let hand = |name, place, tile| HandTile { name, place, tile };
        let own = hand("hand", ItemPlace::Hand, self.hand());
        let theirs =
            self.opponent_hand().map(|tile| hand("opponent", ItemPlace::OpponentHand, tile));
        Scene {
            tiles: squares.map(|square| (square, tiles.get(square))).collect(),
            player: Some(self.player()),
            reachable: self.reachable(),
            hands: [own].into_iter().chain(theirs).collect(),
            items: self.items().to_vec(),
            ..Scene::default()
        }
    }

    fn stages(&self, turn: Turn) -> Result<Vec<Stage>, Illegal> {
        stages::stages(self, turn)
    }
}
