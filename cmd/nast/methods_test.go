package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/api"
)

func TestMethodsAreReadInShort(t *testing.T) {
	t.Parallel()
	got, err := parseMethods("preset*2, Round-Robin ,swiss_no_repeats * 2,king_of_the_hill")
	require.NoError(t, err)
	require.Equal(t, []api.FinalMethod{"preset", "preset", "round_robin", "swiss_no_repeats", "swiss_no_repeats", "king_of_the_hill"}, got)
	for _, wrong := range []string{"", "swiss,", "random", "swiss*0", "swiss*x", "swiss*41", "swiss*40,swiss", "*3", "manual"} {
		_, err := parseMethods(wrong)
		require.Error(t, err, wrong)
		var usage *usageError
		require.ErrorAs(t, err, &usage, wrong)
	}
}

func TestMethodsAreWrittenAsTheyAreRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		methods := rapid.SliceOfN(rapid.SampledFrom(finalMethods), 1, 40).Draw(t, "methods")
		again, err := parseMethods(methodsInWords(methods))
		require.NoError(t, err)
		require.True(t, slices.Equal(methods, again))
	})
}

func FuzzMethods(f *testing.F) {
	f.Add("preset*4,round_robin*5,swiss,swiss_no_repeats,king_of_the_hill")
	f.Add("swiss*-1,*")
	f.Fuzz(func(t *testing.T, text string) {
		methods, err := parseMethods(text)
		if err != nil {
			return
		}
		again, err := parseMethods(methodsInWords(methods))
		require.NoError(t, err)
		require.Equal(t, methods, again)
	})
}
